-- Documents of customers. The bytes are in the storage, encrypted with a key of their own; here is what is known of them.
-- storage_key says where they are, target_key where a linked document belongs. A row in `removing` has lost its bytes or
-- is about to: it goes as soon as they are gone.
CREATE TABLE documents (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id             text COLLATE "C" NOT NULL,
  application_id text COLLATE "C" NOT NULL,
  account_id     text COLLATE "C",
  document_kind  text COLLATE "C" NOT NULL,
  document_type  text COLLATE "C" NOT NULL CHECK (document_type IN ('business_document', 'individual_document')),
  person_label   text COLLATE "C",
  state          text COLLATE "C" NOT NULL CHECK (state IN ('staged', 'linked', 'stored', 'removing')),
  content_type   text COLLATE "C" NOT NULL,
  size_bytes     bigint NOT NULL CHECK (size_bytes > 0),
  sha256         bytea NOT NULL CHECK (octet_length(sha256) = 32),
  -- The stream's key, sealed, and what the ciphertext in the storage must be.
  sealed_key     bytea NOT NULL,
  sealed_bytes   bigint NOT NULL CHECK (sealed_bytes > 0),
  sealed_sha256  bytea NOT NULL CHECK (octet_length(sealed_sha256) = 32),
  storage_key    text COLLATE "C" NOT NULL,
  target_key     text COLLATE "C",
  created_at     timestamptz NOT NULL,
  linked_at      timestamptz,
  stored_at      timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, application_id) REFERENCES applications (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT an_individual_document_is_somebodys
    CHECK ((document_type = 'individual_document') = (person_label IS NOT NULL)),
  CONSTRAINT a_linked_document_has_an_account_and_a_place
    CHECK ((state IN ('linked', 'stored')) = (account_id IS NOT NULL AND linked_at IS NOT NULL AND target_key IS NOT NULL)),
  CONSTRAINT a_stored_document_is_in_its_place
    CHECK ((state = 'stored') = (stored_at IS NOT NULL) AND (state <> 'stored' OR storage_key = target_key))
);
COMMENT ON TABLE documents IS 'tenant: documents of customers, staged or linked to an account; their bytes are in the storage';

CREATE INDEX documents_by_account ON documents (tenant_id, account_id, id) WHERE account_id IS NOT NULL;
-- The operator and the sweep look over all tenants.
CREATE INDEX documents_by_id ON documents (id);
-- How much of a tenant waits is asked whenever it stages a document.
CREATE INDEX documents_unlinked_by_tenant ON documents (tenant_id) INCLUDE (size_bytes)
  WHERE state IN ('staged', 'removing');
CREATE INDEX documents_unlinked ON documents (created_at) WHERE state IN ('staged', 'removing');
