import type pg from "pg";
import { readEngine } from "../db/citus/engine.ts";
import { findShardRights } from "../db/citus/shard-rights.ts";
import { StartupError } from "./startup-error.ts";

/**
 * Refuses a role that may do more on the shards of a distributed database than on its tables. A worker that is down does
 * not keep the service from starting.
 */
export async function refuseLooseShards(client: pg.Client, role: string): Promise<void> {
  const engine = await readEngine(client);
  if (engine.kind !== "citus" || !engine.isDistributed) return;
  const { differing } = await findShardRights(client, role);
  const [first, ...others] = differing.filter(({ isExcess }) => isExcess);
  if (first === undefined) return;
  throw new StartupError(
    `The role ${role} may ${first.privilege} on the shard ${first.shard} at ${first.node}, but not on its table` +
      `${others.length === 0 ? "" : ` (and ${others.length} more)`}. Append-only tables are protected by privileges: ` +
      "run florin admin migrate as the owner of the tables, which grants them again.",
  );
}
