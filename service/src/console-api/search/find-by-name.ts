import { findAccountsNamed, findAccountsNamedAnywhere } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import { findNamedPerson } from "../../people/index.ts";
import { thingsOfAccount } from "./find-things.ts";
import { maxOfKind, type Reach } from "./reach.ts";
import { ofPlatform, type Thing } from "./thing.ts";

export async function findByEmail(session: Session, email: string): Promise<readonly Thing[]> {
  const person = await findNamedPerson(session, email);
  return person === undefined ? [] : [ofPlatform("person", person.id, person.name)];
}

/** Accounts whose name begins so: of the own tenants; for those who run the service tenants and what they manage. */
export async function findByName(
  session: Session,
  { ownTenantIds: tenantIds, mayReadTenants, mayReadAllAccounts }: Reach,
  prefix: string,
): Promise<readonly Thing[]> {
  const wish = { prefix, limit: maxOfKind };
  const [own, managing, managed] = await Promise.all([
    tenantIds.length === 0 ? [] : findAccountsNamed(session, { tenantIds, ...wish }),
    mayReadTenants ? findAccountsNamedAnywhere(session, "managing", wish) : [],
    mayReadAllAccounts ? findAccountsNamedAnywhere(session, "managed", wish) : [],
  ]);
  return [...own, ...managing, ...managed].flatMap(thingsOfAccount).filter(({ kind }) => kind !== "review");
}
