import { findAccounts } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import { type AccountId, parseId, type TenantId } from "../../kernel/id.ts";

/** Names of an account for display. */
export interface NamedAccount {
  readonly id: string;
  /** The legal name, if it has one. */
  readonly name: string;
  readonly displayName: string;
  readonly names: readonly string[];
}

export interface AccountPlace {
  readonly tenantId: TenantId;
  readonly accountId: AccountId | undefined;
}

export type AccountNames = ReadonlyMap<string, NamedAccount>;

/** By id: these accounts and their managing accounts. */
export async function nameAccounts(session: Session, places: readonly AccountPlace[]): Promise<AccountNames> {
  const requested = new Map<TenantId, Set<AccountId>>();
  for (const { tenantId, accountId } of places) {
    const ids = requested.get(tenantId) ?? new Set();
    for (const id of [parseId<"account">(tenantId), accountId]) if (id !== undefined) ids.add(id);
    requested.set(tenantId, ids);
  }
  const named = new Map<string, NamedAccount>();
  for (const [tenantId, ids] of requested) {
    for (const { id, name, businessName } of await findAccounts(session, tenantId, [...ids])) {
      const names = [name, ...(businessName === undefined ? [] : [businessName])];
      named.set(id, { id, name: businessName ?? name, displayName: name, names });
    }
  }
  return named;
}
