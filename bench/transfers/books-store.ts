import { withClient } from "../../service/src/db/client.ts";
import type { ConnectionTarget } from "../../service/src/db/pool.ts";
import type { Books } from "./books.ts";
import type { VariantName } from "./variant.ts";

const ofServiceTables = `
  SELECT (SELECT count(*) FROM transfers) AS transfers,
         (SELECT count(*) FROM idempotency_records WHERE status = 201) AS responses,
         (SELECT count(*) FROM ledger_holds) AS holds,
         (SELECT coalesce(sum(held_units), 0) FROM ledger_balances) AS "heldUnits",
         (SELECT count(*) FROM events WHERE type = 'transfer.created') AS events,
         (SELECT count(*) FROM audit_log WHERE action = 'transfer.create') AS audits,
         (SELECT count(*) FROM chain_work) AS works`;

const ofPeer = `
  SELECT (SELECT count(*) FROM peer.transfers) AS transfers,
         (SELECT count(*) FROM peer.requests) AS responses,
         (SELECT count(*) FROM peer.holds) AS holds,
         (SELECT sum(held) FROM peer.balances) AS "heldUnits",
         (SELECT count(*) FROM peer.events) AS events,
         (SELECT count(*) FROM peer.audit) AS audits,
         (SELECT count(*) FROM peer.work) AS works`;

/** Reads the tables of this variant, over all tenants. */
export function readBooks(target: ConnectionTarget, variant: VariantName): Promise<Books> {
  return withClient(target, "florin bench books", async (client) => {
    // The tables of the contract have the names of the service's.
    await client.query(`SET search_path TO ${variant === "contract" ? "contract" : "public"}`);
    const { rows } = await client.query<Readonly<Record<keyof Books, string>>>(
      variant === "service" || variant === "contract" ? ofServiceTables : ofPeer,
    );
    const figure = (name: keyof Books): bigint => BigInt(rows[0]?.[name] ?? 0);
    return {
      transfers: figure("transfers"),
      responses: figure("responses"),
      holds: figure("holds"),
      heldUnits: figure("heldUnits"),
      events: figure("events"),
      audits: figure("audits"),
      works: figure("works"),
    };
  });
}

export function countTransfers(target: ConnectionTarget): Promise<number> {
  return withClient(target, "florin bench books", async (client) => {
    const { rows } = await client.query<{ count: number }>("SELECT count(*)::int AS count FROM transfers");
    return rows[0]?.count ?? 0;
  });
}
