-- A deposit above the threshold is credited after a quorum of RPC nodes has confirmed it. Nodes are queried for the blocks
-- after the scan position at which it was found.
ALTER TABLE chain_deposits
  ADD COLUMN IF NOT EXISTS quorum              text COLLATE "C" CHECK (quorum IN ('awaited', 'confirmed')),
  ADD COLUMN IF NOT EXISTS scanned_from_height numeric(38, 0),
  ADD COLUMN IF NOT EXISTS scanned_from_hash   text COLLATE "C",
  ADD CONSTRAINT quorum_deposit_has_position
    CHECK (quorum IS NULL OR (scanned_from_height IS NOT NULL AND scanned_from_hash IS NOT NULL));

-- Sums deposits that one RPC node alone has reported.
CREATE INDEX IF NOT EXISTS chain_deposits_of_one_node ON chain_deposits (network, chain, seen_at) WHERE quorum IS NULL;

CREATE TABLE IF NOT EXISTS chain_node_disagreements (
  network      text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain        text COLLATE "C" NOT NULL,
  host         text COLLATE "C" NOT NULL,
  count        bigint NOT NULL CHECK (count > 0),
  disagreed_at timestamptz NOT NULL,
  PRIMARY KEY (network, chain, host)
);
COMMENT ON TABLE chain_node_disagreements IS 'platform: RPC nodes that reported other deposits than the others';
