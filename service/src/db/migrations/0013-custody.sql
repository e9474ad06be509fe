-- One seed per network, from which every key on every chain is derived. Whoever has one has everything that it keeps, so
-- it is sealed, and it is never replaced or removed: only what it is sealed with may change.
CREATE TABLE wallet_seeds (
  network     text COLLATE "C" PRIMARY KEY CHECK (network IN ('testnet', 'mainnet')),
  sealed      bytea NOT NULL,
  -- The BIP-32 identifier of the master key. Two networks never share a seed.
  fingerprint text COLLATE "C" NOT NULL UNIQUE CHECK (fingerprint ~ '^[0-9a-f]{40}$'),
  origin      text COLLATE "C" NOT NULL CHECK (origin IN ('made_at_start', 'made_by_operator', 'imported')),
  created_at  timestamptz NOT NULL
);
COMMENT ON TABLE wallet_seeds IS 'platform: the seed of all keys of a network, sealed';

REVOKE UPDATE, DELETE, TRUNCATE ON wallet_seeds FROM CURRENT_USER;
GRANT UPDATE (sealed) ON wallet_seeds TO CURRENT_USER;

-- The next key of each family. A row is locked from the moment a key is taken until that transaction ends, so keys are
-- taken without a gap, and no key is given twice.
CREATE TABLE custody_counters (
  network    text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  family     text COLLATE "C" NOT NULL CHECK (family IN ('evm', 'solana', 'stellar')),
  -- Paths of keys have 31 bits for an index, and so has an integer for what is not negative.
  next_index integer NOT NULL CHECK (next_index >= 0),
  PRIMARY KEY (network, family)
) WITH (fillfactor = 50);
COMMENT ON TABLE custody_counters IS 'platform: the next index of custodial keys, by network and family';

INSERT INTO custody_counters (network, family, next_index)
SELECT network, family, 0
FROM unnest(ARRAY['testnet', 'mainnet']) AS network, unnest(ARRAY['evm', 'solana', 'stellar']) AS family;

-- Which key stands behind which custodial address. What comes in on a chain names an address and nothing else, so this
-- directory is of all tenants.
CREATE TABLE custody_wallets (
  network    text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  family     text COLLATE "C" NOT NULL CHECK (family IN ('evm', 'solana', 'stellar')),
  key_index  integer NOT NULL CHECK (key_index >= 0),
  tenant_id  text COLLATE "C" NOT NULL,
  address_id text COLLATE "C" NOT NULL,
  address    text COLLATE "C" NOT NULL,
  PRIMARY KEY (network, family, key_index),
  CONSTRAINT custody_wallets_by_address UNIQUE (network, family, address)
);
COMMENT ON TABLE custody_wallets IS 'platform: the directory of custodial addresses and their keys, append-only';

-- The addresses of the keys that the platform itself works with, as they were when each was first used. What is derived
-- later must be the same, or the seed, or the way of deriving, is not the one that they were made with.
CREATE TABLE custody_key_roles (
  network   text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  family    text COLLATE "C" NOT NULL CHECK (family IN ('evm', 'solana', 'stellar')),
  role      text COLLATE "C" NOT NULL,
  key_index integer NOT NULL CHECK (key_index >= 0),
  address   text COLLATE "C" NOT NULL,
  PRIMARY KEY (network, family, role, key_index)
);
COMMENT ON TABLE custody_key_roles IS 'platform: addresses of the keys that mint, freeze, pay fees and so on, append-only';

REVOKE UPDATE, DELETE, TRUNCATE ON custody_wallets, custody_key_roles FROM CURRENT_USER;
