import type { Session } from "../db/database.ts";
import type { TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { RecordedEntry } from "./audit-entry.ts";
import { selectEntries } from "./seal-store.ts";

/** One entry by its key; undefined if it was removed. */
export async function findEntry(
  session: Session,
  {
    tenantId,
    at,
    id,
  }: { readonly tenantId: TenantId | undefined; readonly at: Instant; readonly id: string },
): Promise<RecordedEntry | undefined> {
  const [entry] = await selectEntries(session, tenantId ?? "platform", [{ at, id }]);
  return entry;
}
