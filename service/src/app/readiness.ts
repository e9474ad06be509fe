import { pendingMigrations } from "../db/migrate.ts";
import { readSchema } from "../db/migration-files.ts";
import { statement } from "../db/statement.ts";
import type { ReadinessCheck } from "../http/health.ts";
import type { Instant } from "../kernel/instant.ts";
import type { AppParts } from "./app-parts.ts";
import type { Workers } from "./workers.ts";

const ping = statement("SELECT 1 AS one");
/** A queue that has not been polled for this long counts as stalled. */
const maxSilenceMs = 15_000;

/** Checks that must pass before this node receives requests. */
export function createReadinessChecks(
  { database, clock }: Pick<AppParts, "database" | "clock">,
  workers: Pick<Workers, "health"> | undefined,
  webhooks: { health(): { readonly lastClaimAt: Instant | undefined } | undefined },
): readonly ReadinessCheck[] {
  const schema = readSchema();
  const startedAt = clock.now();
  const checks: ReadinessCheck[] = [
    {
      name: "database",
      check: async () => {
        await database.rows(ping);
      },
    },
    {
      name: "migrations",
      check: async () => {
        const pending = await pendingMigrations(database, await schema);
        if (pending.length > 0)
          throw new Error(`${pending.length} pending migrations; run: florin admin migrate`);
      },
    },
  ];
  if (workers === undefined) return checks;
  const lastPolls = {
    jobs: () => workers.health().jobs.lastClaimAt,
    documents: () => workers.health().documents.lastClaimAt,
    webhooks: () => webhooks.health()?.lastClaimAt,
  };
  return [
    ...checks,
    ...Object.entries(lastPolls).map(([name, lastPollAt]) => ({
      name,
      check: async () => {
        if (clock.now() - (lastPollAt() ?? startedAt) <= maxSilenceMs) return;
        throw new Error("the queue has not been polled for a while");
      },
    })),
  ];
}
