-- A managed account lives in the network of the application that created it, so that a business verified by the sandbox
-- never counts as verified on mainnet. A managing account is there in both.
ALTER TABLE accounts
  ADD COLUMN network text CHECK (network IN ('testnet', 'mainnet')),
  ADD CONSTRAINT a_managed_account_lives_in_one_network CHECK ((kind = 'managed') = (network IS NOT NULL));
COMMENT ON TABLE accounts IS
  'tenant, both networks: managing accounts are in both, a managed account is in the network of its creation';

DROP INDEX accounts_by_managing_account;
CREATE INDEX accounts_by_managing_account ON accounts (tenant_id, managing_account_id, network, id);

-- What an account said about its business and its people, sealed as one value. Only the blind index of the EIN and the
-- flags for the review stand beside it; neither tells anything about anybody.
CREATE TABLE account_profiles (
  tenant_id  text COLLATE "C" NOT NULL,
  network    text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_id text COLLATE "C" NOT NULL,
  sealed     bytea NOT NULL,
  ein_index  bytea NOT NULL CHECK (octet_length(ein_index) = 32),
  flags      jsonb NOT NULL CHECK (jsonb_typeof(flags) = 'array'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, account_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id)
);
COMMENT ON TABLE account_profiles IS 'tenant: sealed business and personal data of managed accounts';

CREATE INDEX account_profiles_by_ein ON account_profiles (tenant_id, network, ein_index);
