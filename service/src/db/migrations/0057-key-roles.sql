-- Who holds the key roles of a token on its chain, as last read: the platform's keys, or an address that Florin has no key
-- of, such as a timelock or a multisig.
CREATE TABLE custody_role_holders (
  network     text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain       text COLLATE "C" NOT NULL,
  contract    text COLLATE "C" NOT NULL,
  role        text COLLATE "C" NOT NULL CHECK (role IN ('deployer', 'minter', 'freezer')),
  -- Null if the role has no holder, or none that can be looked up.
  address     text COLLATE "C",
  is_platform boolean NOT NULL,
  seen_at     timestamptz NOT NULL,
  PRIMARY KEY (network, chain, contract, role)
);
COMMENT ON TABLE custody_role_holders IS 'platform: holders of the key roles of each token on its chain, as last read';

-- The key of a role that an operator replaced, for example by one in an HSM. The last one counts.
CREATE TABLE custody_key_replacements (
  network     text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  family      text COLLATE "C" NOT NULL CHECK (family IN ('evm', 'solana', 'stellar')),
  role        text COLLATE "C" NOT NULL CHECK (role IN ('deployer', 'minter', 'freezer', 'gas')),
  key_index   integer NOT NULL CHECK (key_index >= 0),
  number      integer NOT NULL CHECK (number > 0),
  address     text COLLATE "C" NOT NULL,
  replaced_at timestamptz NOT NULL,
  PRIMARY KEY (network, family, role, key_index, number)
);
COMMENT ON TABLE custody_key_replacements IS 'platform: replaced keys of the key roles, append-only';

REVOKE UPDATE, DELETE, TRUNCATE ON custody_key_replacements FROM CURRENT_USER;
