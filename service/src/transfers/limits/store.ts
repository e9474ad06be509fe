import type { Transaction } from "../../db/database.ts";
import type { RowOf } from "../../db/table.ts";
import type { Instant } from "../../kernel/instant.ts";
import { transferLimits } from "../tables.ts";
import type { TransferLimit } from "./transfer-limit.ts";

const columns = (
  Object.keys(transferLimits.columns) as readonly (keyof RowOf<typeof transferLimits>)[]
).filter((name) => name !== "createdAt");

/** Of a tenant, which has only a few; oldest first. */
export const selectLimits = transferLimits.many({ by: ["tenantId"], columns, orderBy: ["id"] });

/** Index: unique_limit_per_scope. */
export const lockLimitOf = transferLimits.one({
  by: [
    "tenantId",
    "network",
    "accountId is",
    "transferType is",
    "operation is",
    "asset is",
    "destination is",
  ],
  columns,
  lock: "UPDATE",
});

// A concurrent insert of the same limit blocks here, and the last write wins.
const upsert = transferLimits.insert({
  onConflict: `ON CONSTRAINT unique_limit_per_scope DO UPDATE
    SET per_transfer_cents = excluded.per_transfer_cents, daily_cents = excluded.daily_cents,
        thirty_day_cents = excluded.thirty_day_cents, destination_address_id = excluded.destination_address_id,
        updated_at = excluded.updated_at`,
  returning: columns,
});

/** The stored limit; an existing one keeps its id. */
export async function saveLimit(
  tx: Transaction,
  limit: Omit<TransferLimit, "updatedAt">,
  now: Instant,
): Promise<TransferLimit | undefined> {
  return (await upsert(tx, { ...limit, createdAt: now, updatedAt: now }))[0];
}

/** The deleted limits: one, or none. */
export const deleteLimit = transferLimits.remove({ by: ["tenantId", "id"], returning: columns });
