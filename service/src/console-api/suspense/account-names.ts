import { findAccounts } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import { type AccountId, parseId, type TenantId } from "../../kernel/id.ts";

/** An account in the words of the console. */
export interface NamedAccount {
  readonly id: string;
  readonly name: string;
  readonly names: readonly string[];
}

export interface AccountPlace {
  readonly tenantId: TenantId;
  readonly accountId: AccountId | undefined;
}

export type AccountNames = ReadonlyMap<string, NamedAccount>;

/** By id: these accounts, and the managing accounts that they belong to. */
export async function nameAccounts(session: Session, places: readonly AccountPlace[]): Promise<AccountNames> {
  const wanted = new Map<TenantId, Set<AccountId>>();
  for (const { tenantId, accountId } of places) {
    const ids = wanted.get(tenantId) ?? new Set();
    for (const id of [parseId<"account">(tenantId), accountId]) if (id !== undefined) ids.add(id);
    wanted.set(tenantId, ids);
  }
  const named = new Map<string, NamedAccount>();
  for (const [tenantId, ids] of wanted) {
    for (const { id, name, businessName } of await findAccounts(session, tenantId, [...ids])) {
      const names = [name, ...(businessName === undefined ? [] : [businessName])];
      named.set(id, { id, name: businessName ?? name, names });
    }
  }
  return named;
}
