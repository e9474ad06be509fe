-- Chains are added by settings: the schema checks the form of a name, and the service which chains there are.
ALTER TABLE token_deployments
  DROP CONSTRAINT token_deployments_chain_check,
  ADD CONSTRAINT token_deployments_chain_check CHECK (chain ~ '^[a-z][a-z0-9_]{1,30}$');
ALTER TABLE token_freezes
  DROP CONSTRAINT token_freezes_chain_check,
  ADD CONSTRAINT token_freezes_chain_check CHECK (chain ~ '^[a-z][a-z0-9_]{1,30}$');
