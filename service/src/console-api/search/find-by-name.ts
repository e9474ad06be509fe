import { findAccountsNamed, findAccountsNamedAnywhere } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import { findNamedUser } from "../../users/index.ts";
import { thingsOfAccount } from "./find-things.ts";
import { maxOfKind, type Reach } from "./reach.ts";
import { ofPlatform, type Thing } from "./thing.ts";

export async function findByEmail(session: Session, email: string): Promise<readonly Thing[]> {
  const user = await findNamedUser(session, { email });
  return user === undefined ? [] : [ofPlatform("user", user.id, user.name)];
}

/** Accounts by name prefix: in the user's tenants; for operators, in all tenants and their managed accounts. */
export async function findByName(
  session: Session,
  { ownTenantIds: tenantIds, mayReadTenants, mayReadAllAccounts }: Reach,
  prefix: string,
): Promise<readonly Thing[]> {
  const input = { prefix, limit: maxOfKind };
  const [own, managing, managed] = await Promise.all([
    tenantIds.length === 0 ? [] : findAccountsNamed(session, { tenantIds, ...input }),
    mayReadTenants ? findAccountsNamedAnywhere(session, "managing", input) : [],
    mayReadAllAccounts ? findAccountsNamedAnywhere(session, "managed", input) : [],
  ]);
  return [...own, ...managing, ...managed].flatMap(thingsOfAccount).filter(({ kind }) => kind !== "review");
}
