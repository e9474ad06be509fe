import {
  findAccountsNamed,
  findAnyAccount,
  findManagingAccountsNamed,
  type NamedAccount,
} from "../../accounts/index.ts";
import { type RecordedEntry, readAudit } from "../../audit/index.ts";
import { findNamedApplications } from "../../auth/index.ts";
import {
  selectDepositsOfTransaction,
  selectWorkOfTransaction,
  type WorkOfTransaction,
} from "../../chains/transaction-store.ts";
import type { Session } from "../../db/database.ts";
import { findDeadJob, type JobId } from "../../jobs/index.ts";
import type { AccountId, ApplicationId, PersonId } from "../../kernel/id.ts";
import { findNamedPerson, findPeopleNames, type Standing } from "../../people/index.ts";
import { findAnyTransfer } from "../../transfers/index.ts";
import { isThingKind, type Thing, type ThingKind, type ThingParts } from "./thing.ts";

/** Entries of the log that are looked at for one id; all tell of the same thing, in one or two ways. */
const entriesLookedAt = 20;
const maxNamed = 10;
/** Of somebody who is in more, the rest is found by id. */
const maxTenantsLookedThrough = 100;

/** Whatever has this id, each kind by its key. What keeps no directory of ids is known by the audit log, which has one. */
export async function findById(session: Session, id: string): Promise<readonly Thing[]> {
  const found = await Promise.all([
    findAccount(session, id as AccountId),
    findTransfer(session, id),
    findApplication(session, id as ApplicationId),
    findPerson(session, id as PersonId),
    findJob(session, id as JobId),
    findAudited(session, id),
  ]);
  return found.flat();
}

async function findAccount(session: Session, id: AccountId): Promise<readonly Thing[]> {
  const account = await findAnyAccount(session, id);
  return account === undefined ? [] : thingsOf(account);
}

/** A managing account is a tenant; one that is managed has a review. */
function thingsOf({ id, tenantId, kind, network, name: title }: NamedAccount): readonly Thing[] {
  const thing = { id, tenantId, network: network ?? undefined, title };
  if (kind === "managing") return [{ ...thing, kind: "tenant" }];
  return [
    { ...thing, kind: "account" },
    { ...thing, kind: "review" },
  ];
}

async function findTransfer(session: Session, id: string): Promise<readonly Thing[]> {
  const transfer = await findAnyTransfer(session, id);
  if (transfer === undefined) return [];
  const { tenantId, network, flow } = transfer;
  return [{ kind: "transfer", id, tenantId, network, title: `Transfer (${flow})` }];
}

async function findApplication(session: Session, id: ApplicationId): Promise<readonly Thing[]> {
  const [application] = await findNamedApplications(session, [id]);
  if (application === undefined) return [];
  const { tenantId, network, name: title } = application;
  return [{ kind: "application", id, tenantId, network, title }];
}

async function findPerson(session: Session, id: PersonId): Promise<readonly Thing[]> {
  const person = (await findPeopleNames(session, [id])).get(id);
  return person === undefined ? [] : [ofPlatform("person", id, person.name)];
}

async function findJob(session: Session, id: JobId): Promise<readonly Thing[]> {
  const job = await findDeadJob(session, id);
  return job === undefined ? [] : [ofPlatform("job", id, `Dead job (${job.kind})`)];
}

function ofPlatform(kind: ThingKind, id: string, title: string): Thing {
  return { kind, id, title, tenantId: undefined, network: undefined };
}

/** These have been looked up above, by keys of their own. */
const foundElsewhere: ReadonlySet<ThingKind> = new Set<ThingKind>([
  "account",
  "application",
  "job",
  "person",
  "tenant",
  "transfer",
]);

async function findAudited(session: Session, id: string): Promise<readonly Thing[]> {
  const entries = await readAudit(session, { subjectId: id, limit: entriesLookedAt });
  return entries.flatMap(({ subject: { type }, tenantId, network }): readonly Thing[] => {
    if (!isThingKind(type) || foundElsewhere.has(type)) return [];
    return [{ kind: type, id, tenantId, network, title: titleOf(type), parts: partsOf(entries) }];
  });
}

/** Not every entry says whose the thing is and what it is worth; all of them together do. */
function partsOf(entries: readonly RecordedEntry[]): ThingParts {
  const accountId = entries.find((entry) => entry.accountId !== undefined)?.accountId;
  const valueType = entries
    .map(({ after }) => after?.["value_type"])
    .find((value) => typeof value === "string");
  return {
    ...(accountId === undefined ? {} : { account_id: accountId }),
    ...(typeof valueType === "string" ? { value_type: valueType } : {}),
  };
}

function titleOf(kind: ThingKind): string {
  const words = kind.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a transaction on a chain was made for, or what it brought. */
export async function findByTransaction(session: Session, transactionId: string): Promise<readonly Thing[]> {
  const [work, deposits] = await Promise.all([
    selectWorkOfTransaction(session, transactionId),
    selectDepositsOfTransaction(session, transactionId),
  ]);
  const done = await Promise.all(work.map((one) => findWorkedOn(session, one)));
  return [
    ...done.flat(),
    ...deposits.map(
      ({ addressId, tenantId, network }): Thing => ({
        kind: "deposit",
        id: addressId,
        tenantId,
        network,
        title: "Deposit to an address",
      }),
    ),
  ];
}

/** Transfers name themselves in their work; what else is done on chains has left its entries in the audit log. */
async function findWorkedOn(
  session: Session,
  { owner, subject: id, tenantId, network }: WorkOfTransaction,
): Promise<readonly Thing[]> {
  if (owner !== "transfers") return findAudited(session, id);
  return [{ kind: "transfer", id, tenantId: tenantId ?? undefined, network, title: titleOf("transfer") }];
}

export async function findByEmail(session: Session, email: string): Promise<readonly Thing[]> {
  const person = await findNamedPerson(session, email);
  return person === undefined ? [] : [ofPlatform("person", person.id, person.name)];
}

/** Accounts whose name begins so: of the own tenants, and for those who run the service the tenants themselves. */
export async function findByName(
  session: Session,
  standing: Standing,
  prefix: string,
): Promise<readonly Thing[]> {
  const tenantIds = [...standing.memberships.keys()].slice(0, maxTenantsLookedThrough);
  const [own, managing] = await Promise.all([
    tenantIds.length === 0 ? [] : findAccountsNamed(session, { tenantIds, prefix, limit: maxNamed }),
    standing.operatorRole === undefined
      ? []
      : findManagingAccountsNamed(session, { prefix, limit: maxNamed }),
  ]);
  return [...own, ...managing].flatMap(thingsOf).filter(({ kind }) => kind !== "review");
}
