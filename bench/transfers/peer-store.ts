import type pg from "pg";
import { withClient } from "../../service/src/db/client.ts";
import type { ConnectionTarget } from "../../service/src/db/pool.ts";
import { statement } from "../../service/src/db/statement.ts";
import { fundedUnits } from "./environment.ts";

/**
 * The minimum with the same effect: a key with its response, a transfer, units on hold from a balance that must not be
 * exceeded, an event, an audit log entry, and a chain operation for a worker. It has no tenants, checks nothing but the
 * balance, has no event sequence per account and no journal, so it does less than the service.
 */
const schema = `
  CREATE SCHEMA peer;
  CREATE TABLE peer.requests (
    key text COLLATE "C" PRIMARY KEY, fingerprint bytea NOT NULL, response text NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE peer.transfers (
    id text COLLATE "C" PRIMARY KEY, account text COLLATE "C" NOT NULL, source text COLLATE "C" NOT NULL,
    destination text COLLATE "C" NOT NULL, units numeric(38,0) NOT NULL, status text NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX ON peer.transfers (account, id);
  CREATE TABLE peer.balances (
    source text COLLATE "C" PRIMARY KEY, posted numeric(38,0) NOT NULL, held numeric(38,0) NOT NULL DEFAULT 0,
    CHECK (held <= posted)
  ) WITH (fillfactor = 50);
  CREATE TABLE peer.holds (
    transfer text COLLATE "C" PRIMARY KEY, source text COLLATE "C" NOT NULL, units numeric(38,0) NOT NULL
  );
  CREATE TABLE peer.events (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account text COLLATE "C" NOT NULL, type text NOT NULL,
    data jsonb NOT NULL, at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX ON peer.events (account, number);
  CREATE TABLE peer.audit (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, action text NOT NULL, subject text COLLATE "C" NOT NULL,
    after jsonb NOT NULL, at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE peer.work (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, subject text COLLATE "C" NOT NULL UNIQUE,
    operation jsonb NOT NULL, state text NOT NULL
  );`;

/** The balance comes last, so that its lock is held as briefly as possible. */
const acceptFunction = `
  CREATE FUNCTION peer.accept(
    id text, key text, fingerprint bytea, response text, account text, source_id text, destination text, units numeric,
    data jsonb, operation jsonb) RETURNS void
  LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  BEGIN
    INSERT INTO peer.requests (key, fingerprint, response) VALUES ($2, $3, $4);
    INSERT INTO peer.transfers (id, account, source, destination, units, status) VALUES ($1, $5, $6, $7, $8, 'pending');
    INSERT INTO peer.events (account, type, data) VALUES ($5, 'transfer.created', $9);
    INSERT INTO peer.audit (action, subject, after) VALUES ('transfer.create', $1, $9);
    INSERT INTO peer.work (subject, operation, state) VALUES ($1, $10, 'queued');
    INSERT INTO peer.holds (transfer, source, units) VALUES ($1, $6, $8);
    UPDATE peer.balances SET held = held + $8 WHERE source = $6;
  END $$;`;

const fund = `INSERT INTO peer.balances (source, posted) SELECT source, ${fundedUnits} FROM unnest($1::text[]) AS source`;

export async function createPeer(target: ConnectionTarget, sourceIds: readonly string[]): Promise<void> {
  await withClient(target, "florin bench peer", async (client) => {
    for (const text of [schema, acceptFunction]) await client.query(text);
    await client.query(fund, [sourceIds]);
    await client.query("ANALYZE peer.balances");
  });
}

export interface PeerTransfer {
  readonly id: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly response: string;
  readonly account: string;
  readonly source: string;
  readonly destination: string;
  readonly units: bigint;
  readonly data: string;
  readonly operation: string;
}

const call = statement("SELECT peer.accept($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)");

export async function acceptByCall(client: pg.Client, transfer: PeerTransfer): Promise<void> {
  const { id, key, fingerprint, response, account, source, destination, units, data, operation } = transfer;
  const values = [id, key, fingerprint, response, account, source, destination, units, data, operation];
  await client.query({ ...call, values });
}

const insertRequest = statement("INSERT INTO peer.requests (key, fingerprint, response) VALUES ($1, $2, $3)");
const insertTransfer = statement(`
  INSERT INTO peer.transfers (id, account, source, destination, units, status) VALUES ($1, $2, $3, $4, $5, 'pending')`);
const insertEvent = statement(
  "INSERT INTO peer.events (account, type, data) VALUES ($1, 'transfer.created', $2)",
);
const insertAudit = statement(
  "INSERT INTO peer.audit (action, subject, after) VALUES ('transfer.create', $1, $2)",
);
const insertWork = statement("INSERT INTO peer.work (subject, operation, state) VALUES ($1, $2, 'queued')");
const insertHold = statement("INSERT INTO peer.holds (transfer, source, units) VALUES ($1, $2, $3)");
const setAside = statement("UPDATE peer.balances SET held = held + $2 WHERE source = $1");

export async function acceptByStatements(client: pg.Client, transfer: PeerTransfer): Promise<void> {
  const { id, key, fingerprint, response, account, source, destination, units, data, operation } = transfer;
  await client.query("BEGIN");
  await client.query({ ...insertRequest, values: [key, fingerprint, response] });
  await client.query({ ...insertTransfer, values: [id, account, source, destination, units] });
  await client.query({ ...insertEvent, values: [account, data] });
  await client.query({ ...insertAudit, values: [id, data] });
  await client.query({ ...insertWork, values: [id, operation] });
  await client.query({ ...insertHold, values: [id, source, units] });
  await client.query({ ...setAside, values: [source, units] });
  await client.query("COMMIT");
}
