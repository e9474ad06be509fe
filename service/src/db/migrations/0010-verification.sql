-- The review of each managed account. What a person must look at has `waiting_since`.
CREATE TABLE verifications (
  tenant_id     text COLLATE "C" NOT NULL,
  network       text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_id    text COLLATE "C" NOT NULL,
  stage         text COLLATE "C" NOT NULL
    CHECK (stage IN ('screening', 'deciding', 'documents_required', 'in_review', 'complete', 'rejected')),
  -- A sanctions hit on which no person has decided.
  has_open_hit  boolean NOT NULL,
  revision      integer NOT NULL CHECK (revision > 0),
  stage_since   timestamptz NOT NULL,
  waiting_since timestamptz,
  -- The list and the threshold of the last screening; empty until the account was screened under its present names.
  screened_with text COLLATE "C" NOT NULL,
  -- What was found of the business before counts for other names. Null while the account has its first name.
  renamed_at    timestamptz,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, account_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT an_open_hit_stops_everything_automatic
    CHECK (NOT has_open_hit OR stage IN ('documents_required', 'in_review', 'complete')),
  CONSTRAINT reviews_awaiting_decision
    CHECK ((waiting_since IS NOT NULL) = (stage = 'in_review' OR has_open_hit))
);
COMMENT ON TABLE verifications IS 'tenant: the review of each managed account';

-- The operator looks over all tenants: the queue, a stage, an account by its id alone, and what an older list has
-- screened.
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
COMMENT ON TABLE verification_requirements IS 'tenant: the documents that a review wants';

CREATE INDEX verification_requirements_by_account ON verification_requirements (tenant_id, account_id, id);

-- A linked document without a requirement is one that nobody has asked for.
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
COMMENT ON TABLE verification_documents IS 'tenant: the documents that were linked to an account under review';

-- Every step of every review: who, when, why, from where to where.
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
  actor_type   text NOT NULL CHECK (actor_type IN ('application', 'individual', 'operator', 'system')),
  actor_id     text COLLATE "C" NOT NULL,
  request_id   text COLLATE "C",
  reason       text CHECK (length(reason) BETWEEN 1 AND 1000),
  reason_code  text COLLATE "C",
  provider     text COLLATE "C",
  -- The sanctions list that was in force; null before the first screening.
  list_version text COLLATE "C",
  PRIMARY KEY (tenant_id, id),
  -- One decision for each revision: a second one on the same is a bug, and fails.
  UNIQUE (tenant_id, account_id, revision),
  FOREIGN KEY (tenant_id, account_id) REFERENCES verifications (tenant_id, account_id)
);
COMMENT ON TABLE verification_decisions IS 'tenant: every step of every review, append-only';
REVOKE UPDATE, DELETE, TRUNCATE ON verification_decisions FROM CURRENT_USER;

-- What the list said of each subject, by its label. The hits hold what stands on the list, never the subject's data.
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
  -- Hits beyond those that are listed, and names that could not be compared: a person must look at these as well.
  further_hits     integer NOT NULL CHECK (further_hits >= 0),
  unreadable_names integer NOT NULL CHECK (unreadable_names >= 0),
  screened_at      timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES verifications (tenant_id, account_id),
  CHECK (outcome = 'hit' OR (jsonb_array_length(hits) = 0 AND further_hits = 0 AND unreadable_names = 0))
);
COMMENT ON TABLE screenings IS 'tenant: what a sanctions list said of each subject, append-only';
REVOKE UPDATE, DELETE, TRUNCATE ON screenings FROM CURRENT_USER;

CREATE INDEX screenings_by_account ON screenings (tenant_id, account_id, id DESC);
