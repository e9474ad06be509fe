import { findAnyAccount, type NamedAccount } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import type { AccountId, ApplicationId } from "../../kernel/id.ts";
import { findApplication } from "./find-application.ts";
import { findAudited } from "./find-audited.ts";
import { findMovements } from "./find-money.ts";
import { findPlatformThings } from "./find-platform.ts";
import { findTraffic } from "./find-traffic.ts";
import { type Reach, tenantsOf } from "./reach.ts";
import type { Thing } from "./thing.ts";

/** All objects with this id, each kind by key. Kinds without an id index are found through the audit log. */
export async function findById(session: Session, reach: Reach, id: string): Promise<readonly Thing[]> {
  const tenantIds = await tenantsOf(session, reach);
  const found = await Promise.all([
    findAccount(session, id as AccountId),
    findApplication(session, id as ApplicationId),
    findMovements(session, id, tenantIds),
    findTraffic(session, reach, id, tenantIds),
    findPlatformThings(session, reach, id),
    findAudited(session, id),
  ]);
  return found.flat();
}

async function findAccount(session: Session, id: AccountId): Promise<readonly Thing[]> {
  const account = await findAnyAccount(session, id);
  return account === undefined ? [] : thingsOfAccount(account);
}

/** A managing account is a tenant; a managed account has a review. */
export function thingsOfAccount(account: NamedAccount): readonly Thing[] {
  const { id, tenantId, kind, network, name: title } = account;
  const thing = { id, tenantId, network, title };
  if (kind === "managing") return [{ ...thing, kind: "tenant" }];
  return [
    { ...thing, kind: "account" },
    { ...thing, kind: "review" },
  ];
}
