-- What happened once to this deployment, such as the making of the demo accounts.
CREATE TABLE deployment_facts (
  name        text COLLATE "C" PRIMARY KEY,
  recorded_at timestamptz NOT NULL
);
COMMENT ON TABLE deployment_facts IS 'platform: what happened once to this deployment';
