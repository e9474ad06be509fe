-- Credits at the bank that are no payments and that an operator used, such as to repay a claim: each once.
CREATE TABLE bank_used_credits (
  network      text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  -- The bank's reference.
  reference    text COLLATE "C" NOT NULL,
  used_for     text COLLATE "C" NOT NULL,
  amount_cents numeric(38, 0) NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (network, reference)
);
COMMENT ON TABLE bank_used_credits IS 'platform: credits at the bank that were used by reference, each once';

INSERT INTO bank_used_credits (network, reference, used_for, amount_cents, created_at)
SELECT network, substr(source, length('reference/') + 1), 'claims/' || min(claim_id), sum(cents), min(created_at)
FROM claim_settlements WHERE source LIKE 'reference/%' GROUP BY network, source;
