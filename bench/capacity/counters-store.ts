import { withClient } from "../../service/src/db/client.ts";
import type { SocketTarget } from "../../service/src/db/embedded/index.ts";

/** What a server has done so far. */
export interface Counters {
  readonly walBytes: number;
  readonly commits: number;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  readonly storedBytes: number;
}

const counters = `
  SELECT pg_current_wal_lsn() - '0/0' AS "walBytes", pg_database_size(datname) AS "storedBytes", xact_commit AS commits,
         tup_inserted AS inserted, tup_updated AS updated, tup_deleted AS deleted
    FROM pg_stat_database WHERE datname = current_database()`;

export function readCounters(target: SocketTarget): Promise<Counters> {
  return withClient(target, "florin bench", async (client) => {
    const { rows } = await client.query<Readonly<Record<keyof Counters, string>>>(counters);
    const figure = (name: keyof Counters): number => Number(rows[0]?.[name] ?? Number.NaN);
    return {
      walBytes: figure("walBytes"),
      commits: figure("commits"),
      inserted: figure("inserted"),
      updated: figure("updated"),
      deleted: figure("deleted"),
      storedBytes: figure("storedBytes"),
    };
  });
}

const connections = `SELECT count(*) AS open FROM pg_stat_activity WHERE datname = current_database()`;

export function countConnections(target: SocketTarget): Promise<number> {
  return withClient(target, "florin bench", async (client) => {
    const { rows } = await client.query<{ readonly open: string }>(connections);
    return Number(rows[0]?.open);
  });
}
