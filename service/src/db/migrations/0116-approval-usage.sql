-- What counts toward the amount of an approval rule: cents of the newest UTC day on which it was counted, by destination.
CREATE TABLE approval_usage (
  tenant_id   text COLLATE "C" NOT NULL,
  rule_id     text COLLATE "C" NOT NULL,
  network     text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  -- An address on a chain, or the id of a bank address; empty for what has no destination.
  destination text COLLATE "C" NOT NULL,
  day         date NOT NULL,
  cents       numeric(38, 0) NOT NULL,
  PRIMARY KEY (tenant_id, rule_id, network, destination)
) WITH (fillfactor = 50);
COMMENT ON TABLE approval_usage IS 'tenant: amounts that count toward approval rules, by destination and day';
