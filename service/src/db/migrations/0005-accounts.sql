-- Managing accounts, each of which is its own tenant, and the accounts that they manage.
CREATE TABLE accounts (
  tenant_id           text COLLATE "C" NOT NULL,
  id                  text COLLATE "C" NOT NULL,
  -- Null for a managing account, which exists in both networks. A managed account belongs to the network of the
  -- application that created it, so that a business verified in the sandbox never counts as verified on mainnet.
  network             text CHECK (network IN ('testnet', 'mainnet')),
  kind                text NOT NULL CHECK (kind IN ('managing', 'managed')),
  managing_account_id text COLLATE "C",
  name                text NOT NULL,
  business_name       text,
  self_attested       boolean NOT NULL,
  status              text NOT NULL CHECK (status IN ('pending', 'complete', 'rejected')),
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, managing_account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT managing_account_is_own_tenant
    CHECK (kind <> 'managing' OR (tenant_id = id AND managing_account_id IS NULL)),
  CONSTRAINT managed_account_belongs_to_tenant
    CHECK (kind <> 'managed'
      OR (managing_account_id IS NOT NULL AND managing_account_id = tenant_id AND id <> tenant_id)),
  CONSTRAINT managed_account_has_network CHECK ((kind = 'managed') = (network IS NOT NULL))
);
COMMENT ON TABLE accounts IS
  'tenant, both networks: managing accounts exist in both networks, a managed account in the network of its creation';

CREATE INDEX accounts_by_managing_account ON accounts (tenant_id, managing_account_id, network, id);
CREATE INDEX accounts_managing ON accounts (id) WHERE kind = 'managing';
-- Prefix search by name: in one tenant, among all managing accounts, among all managed accounts.
CREATE INDEX accounts_by_name ON accounts (tenant_id, (lower(name) COLLATE "C"), id);
CREATE INDEX accounts_managing_by_name ON accounts ((lower(name) COLLATE "C"), id) WHERE kind = 'managing';
CREATE INDEX accounts_managed_by_name ON accounts ((lower(name) COLLATE "C"), id) WHERE kind = 'managed';
-- Search by the end of an id, which is what lists show of it.
CREATE INDEX accounts_by_id_end ON accounts (reverse(right(id, 8)));

-- Business and individuals of an account, sealed as one value. Only the blind index of the EIN and the flags for the
-- review are outside of it; neither reveals personal data.
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
COMMENT ON TABLE account_profiles IS 'tenant: sealed business and individual data of managed accounts';

CREATE INDEX account_profiles_by_ein ON account_profiles (tenant_id, network, ein_index);

-- A verification that needs manual review has `waiting_since`.
CREATE TABLE verifications (
  tenant_id     text COLLATE "C" NOT NULL,
  network       text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_id    text COLLATE "C" NOT NULL,
  stage         text COLLATE "C" NOT NULL
    CHECK (stage IN ('screening', 'deciding', 'documents_required', 'in_review', 'complete', 'rejected')),
  -- A sanctions match without a decision by a reviewer.
  has_open_hit  boolean NOT NULL,
  revision      integer NOT NULL CHECK (revision > 0),
  stage_since   timestamptz NOT NULL,
  waiting_since timestamptz,
  -- List version and threshold of the last screening; empty until the account is screened under its current names.
  screened_with text COLLATE "C" NOT NULL,
  -- Findings about the business from before this time are about other names. Null while the account has its first name.
  renamed_at    timestamptz,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, account_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT open_hit_blocks_automatic_stages
    CHECK (NOT has_open_hit OR stage IN ('documents_required', 'in_review', 'complete')),
  CONSTRAINT waiting_since_matches_review_state
    CHECK ((waiting_since IS NOT NULL) = (stage = 'in_review' OR has_open_hit))
);
COMMENT ON TABLE verifications IS 'tenant: business verification of each managed account';

-- Operators read across tenants: the review queue, a stage, an account by its id alone, and accounts screened with an
-- older list.
CREATE INDEX verifications_waiting ON verifications (waiting_since, account_id) WHERE waiting_since IS NOT NULL;
CREATE INDEX verifications_by_stage ON verifications (stage, stage_since, account_id)
  WHERE stage NOT IN ('complete', 'rejected');
CREATE INDEX verifications_by_account ON verifications (account_id);
CREATE INDEX verifications_screened_with ON verifications (screened_with, account_id)
  WHERE stage NOT IN ('screening', 'rejected');

CREATE TABLE verification_requirements (
  tenant_id         text COLLATE "C" NOT NULL,
  network           text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_id        text COLLATE "C" NOT NULL,
  id                text COLLATE "C" NOT NULL,
  document_kind     text COLLATE "C" NOT NULL,
  document_type     text COLLATE "C" NOT NULL CHECK (document_type IN ('business_document', 'individual_document')),
  display_name      text NOT NULL,
  person_label      text COLLATE "C",
  status            text COLLATE "C" NOT NULL
    CHECK (status IN ('pending_upload', 'uploaded', 'accepted', 'rejected', 'withdrawn')),
  doc_submission_id text COLLATE "C",
  requested_at      timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES verifications (tenant_id, account_id),
  CHECK ((status IN ('pending_upload', 'withdrawn')) = (doc_submission_id IS NULL)),
  CHECK ((document_type = 'individual_document') = (person_label IS NOT NULL))
);
COMMENT ON TABLE verification_requirements IS 'tenant: documents required by a verification';

CREATE INDEX verification_requirements_by_account ON verification_requirements (tenant_id, account_id, id);

-- A linked document without a requirement was not requested.
CREATE TABLE verification_documents (
  tenant_id         text COLLATE "C" NOT NULL,
  network           text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_id        text COLLATE "C" NOT NULL,
  doc_submission_id text COLLATE "C" NOT NULL,
  document_kind     text COLLATE "C" NOT NULL,
  document_type     text COLLATE "C" NOT NULL CHECK (document_type IN ('business_document', 'individual_document')),
  person_label      text COLLATE "C",
  requirement_id    text COLLATE "C",
  linked_at         timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, account_id, doc_submission_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES verifications (tenant_id, account_id),
  FOREIGN KEY (tenant_id, requirement_id) REFERENCES verification_requirements (tenant_id, id)
);
COMMENT ON TABLE verification_documents IS 'tenant: documents linked to an account in verification';

-- Every transition with its actor, time and reason.
CREATE TABLE verification_decisions (
  tenant_id    text COLLATE "C" NOT NULL,
  network      text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_id   text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL,
  at           timestamptz NOT NULL,
  event        text COLLATE "C" NOT NULL,
  from_stage   text COLLATE "C" NOT NULL,
  to_stage     text COLLATE "C" NOT NULL,
  revision     integer NOT NULL,
  actor_type   text NOT NULL CHECK (actor_type IN ('application', 'user', 'operator', 'system')),
  actor_id     text COLLATE "C" NOT NULL,
  request_id   text COLLATE "C",
  reason       text CHECK (length(reason) BETWEEN 1 AND 1000),
  reason_code  text COLLATE "C",
  provider     text COLLATE "C",
  -- The sanctions list in force; null before the first screening.
  list_version text COLLATE "C",
  PRIMARY KEY (tenant_id, id),
  -- One decision per revision: a second one is a bug, and fails.
  UNIQUE (tenant_id, account_id, revision),
  FOREIGN KEY (tenant_id, account_id) REFERENCES verifications (tenant_id, account_id)
);
COMMENT ON TABLE verification_decisions IS 'tenant: every transition of every verification, append-only';

REVOKE UPDATE, DELETE, TRUNCATE ON verification_decisions FROM CURRENT_USER;

-- Hits contain data of the sanctions list entries, never the subject's data.
CREATE TABLE screenings (
  tenant_id        text COLLATE "C" NOT NULL,
  network          text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_id       text COLLATE "C" NOT NULL,
  id               text COLLATE "C" NOT NULL,
  subject_label    text COLLATE "C" NOT NULL,
  list_name        text COLLATE "C" NOT NULL,
  list_version     text COLLATE "C" NOT NULL,
  list_sha256      text COLLATE "C" NOT NULL,
  threshold        integer NOT NULL CHECK (threshold BETWEEN 0 AND 1000),
  outcome          text COLLATE "C" NOT NULL CHECK (outcome IN ('clear', 'hit')),
  hits             jsonb NOT NULL CHECK (jsonb_typeof(hits) = 'array'),
  -- Hits beyond the stored ones, and names that could not be compared: both need manual review.
  further_hits     integer NOT NULL CHECK (further_hits >= 0),
  unreadable_names integer NOT NULL CHECK (unreadable_names >= 0),
  screened_at      timestamptz NOT NULL,
  -- With which comparison of names it was computed, so that it can be recomputed.
  algorithm        integer NOT NULL DEFAULT 1 CHECK (algorithm > 0),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES verifications (tenant_id, account_id),
  CHECK (outcome = 'hit' OR (jsonb_array_length(hits) = 0 AND further_hits = 0 AND unreadable_names = 0))
);
COMMENT ON TABLE screenings IS 'tenant: sanctions screening result of each subject, append-only';

CREATE INDEX screenings_by_account ON screenings (tenant_id, account_id, id DESC);

REVOKE UPDATE, DELETE, TRUNCATE ON screenings FROM CURRENT_USER;

-- Metadata; the content is in the document storage, encrypted with a key per document. storage_key is the current
-- location, target_key the final location of a linked document. A row in `removing` is deleted as soon as its content
-- is.
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
  -- The sealed content key, and the size and hash of the ciphertext in the storage.
  sealed_key     bytea NOT NULL,
  sealed_bytes   bigint NOT NULL CHECK (sealed_bytes > 0),
  sealed_sha256  bytea NOT NULL CHECK (octet_length(sealed_sha256) = 32),
  storage_key    text COLLATE "C" NOT NULL,
  target_key     text COLLATE "C",
  created_at     timestamptz NOT NULL,
  linked_at      timestamptz,
  stored_at      timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT individual_document_has_label
    CHECK ((document_type = 'individual_document') = (person_label IS NOT NULL)),
  CONSTRAINT linked_document_has_account_and_target
    CHECK ((state IN ('linked', 'stored'))
      = (account_id IS NOT NULL AND linked_at IS NOT NULL AND target_key IS NOT NULL)),
  CONSTRAINT stored_document_is_at_target
    CHECK ((state = 'stored') = (stored_at IS NOT NULL) AND (state <> 'stored' OR storage_key = target_key))
);
COMMENT ON TABLE documents IS
  'tenant: customer documents, staged or linked to an account; content is in the document storage';

CREATE INDEX documents_by_account ON documents (tenant_id, account_id, id) WHERE account_id IS NOT NULL;
-- Operators and the cleanup job read across tenants.
CREATE INDEX documents_by_id ON documents (id);
-- The unlinked total of a tenant is checked whenever it stages a document.
CREATE INDEX documents_unlinked_by_tenant ON documents (tenant_id) INCLUDE (size_bytes)
  WHERE state IN ('staged', 'removing');
CREATE INDEX documents_unlinked ON documents (created_at) WHERE state IN ('staged', 'removing');
