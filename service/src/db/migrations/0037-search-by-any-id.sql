-- People paste an id and do not say whose it is: what applications hear and ask is found over all tenants.
CREATE INDEX events_by_id ON events (id);
CREATE INDEX api_requests_by_id ON api_requests (id);
-- The same columns the other way round: of one tenant as before, and of all.
DROP INDEX api_requests_by_request_id;
CREATE INDEX api_requests_by_request_id ON api_requests (request_id, tenant_id);

-- An address on a chain by its text, whatever the case of its letters.
CREATE INDEX addresses_by_text ON addresses ((lower(on_chain_address) COLLATE "C"), tenant_id)
  WHERE on_chain_address IS NOT NULL;

-- Those who run the service look for accounts that any tenant manages.
CREATE INDEX accounts_managed_by_name ON accounts ((lower(name) COLLATE "C"), id) WHERE kind = 'managed';
