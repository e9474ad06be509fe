-- One process at a time runs a task, such as the operations of a chain. The epoch changes with the holder, so that an
-- expired holder can no longer write. Epochs are carried over: they never go back.
CREATE TABLE leases (
  task       text COLLATE "C" PRIMARY KEY,
  holder     text COLLATE "C" NOT NULL,
  epoch      bigint NOT NULL,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE leases IS 'platform: the process that holds each task';

INSERT INTO leases (task, holder, epoch, expires_at)
SELECT task || '/' || network || '/' || chain, holder, epoch, expires_at FROM chain_leases
UNION ALL
SELECT 'bank/' || network, holder, epoch::bigint, expires_at FROM bank_leases;

DROP TABLE chain_leases, bank_leases;
