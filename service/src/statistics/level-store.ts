import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import { platformTenant } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { LedgerScope } from "../ledger/index.ts";
import { startOf } from "./count-store.ts";
import { statistics } from "./tables.ts";

/** A measured level, such as a balance: the last one of an hour and of a day is kept. */
export interface Level {
  readonly series: string;
  readonly name: string;
  readonly detail?: string;
  readonly asset?: string;
  readonly count?: bigint;
  readonly units?: bigint;
}

const note = statement(`
  INSERT INTO statistics (tenant_id, network, series, grain, at, name, detail, asset, bucket, count, units)
  SELECT $1, $2, series, grain, ${startOf("grain", "$3::timestamptz")}, name, detail, asset, 0, count, units
    FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::numeric[])
           AS level (series, name, detail, asset, count, units)
   CROSS JOIN (VALUES ('hour'), ('day')) AS grains (grain)
  ON CONFLICT (tenant_id, network, series, grain, at, name, detail, asset, bucket) DO UPDATE
     SET count = excluded.count, units = excluded.units`);

/** Levels of a workspace, or of the platform under its own tenant id. */
export async function noteLevels(
  session: Session,
  { tenantId, network }: LedgerScope,
  at: Instant,
  levels: readonly Level[],
): Promise<void> {
  await session.run(note, [
    tenantId,
    network,
    formatInstant(at),
    levels.map(({ series }) => series),
    levels.map(({ name }) => name),
    levels.map(({ detail = "" }) => detail),
    levels.map(({ asset = "" }) => asset),
    levels.map(({ count = 0n }) => count),
    levels.map(({ units = 0n }) => units),
  ]);
}

export type LevelRow = Omit<RowOf<typeof statistics>, "tenantId" | "series" | "grain" | "bucket">;

// By the primary key.
const ofPlatform = statistics.many({
  columns: ["network", "at", "name", "detail", "asset", "count", "units"],
  by: ["tenantId", "series", "grain", "at >="],
  where: "network IN ('testnet', 'mainnet')",
  orderBy: ["at"],
  limit: true,
});

/** Levels of the platform, oldest first. */
export function selectPlatformLevels(
  session: Session,
  { since, ...range }: { readonly series: string; readonly grain: "hour" | "day"; readonly since: Instant },
  limit: number,
): Promise<readonly LevelRow[]> {
  return ofPlatform(session, { tenantId: platformTenant, ...range, at: since, limit });
}
