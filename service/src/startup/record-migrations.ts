import { recordAudit } from "../audit/index.ts";
import type { Database } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { createIdFactory } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";

/**
 * Records in the audit log who migrated the schema. It runs after the migrations because one of them creates the audit
 * log; `schema_migrations` has each applied migration and its time from the same transaction.
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
