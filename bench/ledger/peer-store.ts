import type pg from "pg";
import { withClient } from "../../service/src/db/client.ts";
import type { SocketTarget } from "../../service/src/db/embedded/index.ts";
import { statement } from "../../service/src/db/statement.ts";
import { fundedUnits, hotAccount, supplyAccount, type Transfer } from "./transfers.ts";

/**
 * The minimum with the same effect: a posting set with a unique key, its postings in account order, and balances that
 * the database keeps from falling below zero. It has no tenants, no hash chain, no balance after each posting and no
 * holds, so it does less than the ledger.
 */
const schema = `
  CREATE SCHEMA peer;
  CREATE TABLE peer.posting_sets (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key    text COLLATE "C" NOT NULL UNIQUE,
    at     timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE peer.postings (
    account    bigint NOT NULL,
    set_number bigint NOT NULL,
    position   smallint NOT NULL,
    units      numeric(38,0) NOT NULL,
    PRIMARY KEY (account, set_number, position)
  );
  CREATE TABLE peer.balances (
    account bigint PRIMARY KEY,
    units   numeric(38,0) NOT NULL,
    CHECK (units >= 0 OR account = ${supplyAccount})
  ) WITH (fillfactor = 50);`;

/** Each transaction locks the account with the lower number first, which prevents deadlocks. */
const transferFunction = `
  CREATE FUNCTION peer.transfer(set_key text, payer bigint, payee bigint, moved numeric) RETURNS bigint
  LANGUAGE plpgsql AS $$
  DECLARE
    new_number bigint;
  BEGIN
    INSERT INTO peer.posting_sets (key) VALUES (set_key) RETURNING number INTO new_number;
    INSERT INTO peer.postings VALUES (payer, new_number, 0, -moved), (payee, new_number, 1, moved);
    IF payer < payee THEN
      UPDATE peer.balances SET units = units - moved WHERE account = payer;
      UPDATE peer.balances SET units = units + moved WHERE account = payee;
    ELSE
      UPDATE peer.balances SET units = units + moved WHERE account = payee;
      UPDATE peer.balances SET units = units - moved WHERE account = payer;
    END IF;
    RETURN new_number;
  END $$;`;

/** The same accounts with the same balances as in the ledger. */
const funding = `
  WITH funding AS (INSERT INTO peer.posting_sets (key) VALUES ('fund') RETURNING number),
       lines AS (SELECT account, ${fundedUnits}::numeric AS units FROM generate_series(1, ${hotAccount}) AS account
                 UNION ALL SELECT ${supplyAccount}, -${fundedUnits}::numeric * ${hotAccount}),
       postings AS (INSERT INTO peer.postings SELECT account, number, 0, units FROM lines, funding)
  INSERT INTO peer.balances SELECT account, units FROM lines;`;

export async function createPeer(target: SocketTarget): Promise<void> {
  await withClient(target, "florin bench peer", async (client) => {
    for (const text of [schema, transferFunction, funding]) await client.query(text);
  });
}

const call = statement("SELECT peer.transfer($1, $2, $3, $4)");

export async function recordByCall(client: pg.Client, { key, payer, payee, units }: Transfer): Promise<void> {
  await client.query({ ...call, values: [key, payer, payee, units] });
}

const insertSet = statement("INSERT INTO peer.posting_sets (key) VALUES ($1) RETURNING number");
const insertPostings = statement(
  "INSERT INTO peer.postings VALUES ($1, $2, 0, -$3::numeric), ($4, $2, 1, $3::numeric)",
);
const updateBalance = statement("UPDATE peer.balances SET units = units + $2 WHERE account = $1");

export async function recordByStatements(client: pg.Client, transfer: Transfer): Promise<void> {
  const { key, payer, payee, units } = transfer;
  await client.query("BEGIN");
  const { rows } = await client.query<{ number: string }>({ ...insertSet, values: [key] });
  await client.query({ ...insertPostings, values: [payer, rows[0]?.number, units, payee] });
  const changes: readonly [number, bigint][] = [
    [payer, -units],
    [payee, units],
  ];
  for (const values of payer < payee ? changes : changes.toReversed()) {
    await client.query({ ...updateBalance, values });
  }
  await client.query("COMMIT");
}
