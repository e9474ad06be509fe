import type { Network } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { type LedgerScope, nextJournal } from "../ledger/index.ts";
import type { AdminContext } from "./open-admin.ts";
import { readTenantId } from "./read-input.ts";

/** Selects journals: one tenant or all, one network or both. */
export interface JournalChoice {
  readonly tenantId?: string;
  readonly network?: Network;
}

/** Identifies one journal. */
export interface JournalName {
  readonly tenantId: string;
  readonly network: Network;
}

/** Rejects names without a match: a mistyped journal must not pass verification. */
export async function* chosenJournals(
  admin: AdminContext,
  { tenantId, network }: JournalChoice,
): AsyncGenerator<LedgerScope, void, undefined> {
  const tenant = tenantId === undefined ? undefined : readTenantId(tenantId);
  let count = 0;
  const start = tenant === undefined ? undefined : { tenantId: tenant, network: "" };
  let scope = await nextJournal(admin.database, start);
  while (scope !== undefined && scope.tenantId === (tenant ?? scope.tenantId)) {
    if (scope.network === (network ?? scope.network)) {
      count += 1;
      yield scope;
    }
    scope = await nextJournal(admin.database, scope);
  }
  if (count === 0 && tenant !== undefined) {
    throw new RefusalError(refuse("not_found", "this tenant has no such journal"));
  }
}

export function readScope({ tenantId, network }: JournalName): LedgerScope {
  return { tenantId: readTenantId(tenantId), network };
}

export function nameOf({ tenantId, network }: LedgerScope): JournalName {
  return { tenantId, network };
}
