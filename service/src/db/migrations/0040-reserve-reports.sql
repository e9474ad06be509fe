-- Signed reserve reports: one for each fiat-backed token and month. Each contains the digest of the previous one.
CREATE TABLE reserve_reports (
  network    text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  token_id   text COLLATE "C" NOT NULL,
  month      text COLLATE "C" NOT NULL CHECK (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- 1 for the first report of the token.
  number     integer NOT NULL CHECK (number > 0),
  as_of      timestamptz NOT NULL,
  -- The signed bytes: canonical JSON in UTF-8.
  document   text NOT NULL,
  -- SHA-256 of the document.
  digest     bytea NOT NULL CHECK (octet_length(digest) = 32),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (network, token_id, month),
  UNIQUE (network, token_id, number),
  FOREIGN KEY (network, token_id) REFERENCES tokens (network, id)
);
COMMENT ON TABLE reserve_reports IS 'platform: signed monthly reserve reports of tokens, append-only';

REVOKE UPDATE, DELETE, TRUNCATE ON reserve_reports FROM CURRENT_USER;

-- Tokens whose supply, reserve and reports are public, without sign-in.
CREATE TABLE transparency_pages (
  network   text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  token_id  text COLLATE "C" NOT NULL,
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (network, token_id),
  FOREIGN KEY (network, token_id) REFERENCES tokens (network, id)
);
COMMENT ON TABLE transparency_pages IS 'platform: tokens with a public transparency page';
