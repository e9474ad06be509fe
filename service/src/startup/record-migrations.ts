import { recordAudit } from "../audit/index.ts";
import type { Database } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { createIdFactory } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";

/**
 * Tells the audit log who brought the schema forward. It comes after the fact, because the log is itself made by a
 * migration; what was applied, and when, stands in `schema_migrations` from the same transaction on.
 */
export async function recordMigrations(
  database: Database,
  { applied, cause }: { readonly applied: readonly string[]; readonly cause: Cause },
): Promise<void> {
  const deps = { clock: systemClock, newId: createIdFactory(systemClock) };
  await recordAudit(
    deps,
    database,
    { tenantId: undefined, network: undefined },
    applied.map((migration) => ({
      cause,
      action: "schema.migrate",
      subject: { type: "migration", id: migration },
    })),
  );
}
