import { parseId } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import {
  changeOperatorRole,
  disablePerson as disable,
  enablePerson as enable,
  findPersonByEmail,
  type Grant,
  invite,
  joinLink,
  type ListedPerson,
  listPeople as listPage,
  memberRoles,
  operatorRoles,
  type Person,
} from "../people/index.ts";
import { refuseAt } from "./journal-name.ts";
import { collectPages, type Listing } from "./listing.ts";
import type { AdminContext } from "./open-admin.ts";

/** Somebody who may use the console, in plain values. */
export interface PersonView {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Undefined for whoever does not run the service. */
  readonly operatorRole: string | undefined;
  readonly tenants: number;
  readonly hasSecondFactor: boolean;
  readonly created: string;
  readonly disabled: string | undefined;
}

/** A link that is shown now and never again. */
export interface LinkView {
  readonly link: string;
  readonly expires: string;
}

const peoplePerPage = 100;

/** Those who run the service, or everybody who may use the console; newest first. */
export async function listPeople(
  { database }: AdminContext,
  { operatorsOnly = false }: { readonly operatorsOnly?: boolean } = {},
): Promise<Listing<PersonView>> {
  const { items, isComplete } = await collectPages<ListedPerson>(async (last) => {
    const page = {
      size: peoplePerPage,
      direction: "after",
      position: last?.id,
      cursorAt: (position: string) => position,
      positionOf: () => undefined,
    } as const;
    return (await listPage(database, { operatorsOnly }, page)).items;
  });
  return { items: items.map(view), isComplete };
}

export interface InvitationRequest {
  readonly email: string;
  readonly role: string;
  /** Into this managing account; else among those who run the service. */
  readonly managingAccountId?: string;
}

/** The key of the deployment is not needed: what opens the console is made by whoever uses the link. */
export async function invitePerson(admin: AdminContext, request: InvitationRequest): Promise<LinkView> {
  const grant = readGrant(request);
  const { cause } = admin;
  const shown = await admin.database.transaction((tx) => invite(admin, tx, { grant, cause }));
  return linkView(admin, shown);
}

/** A link for a new password; also for new second factors, where those were lost. */
export async function resetPerson(
  admin: AdminContext,
  { email, forgetsSecondFactors }: { readonly email: string; readonly forgetsSecondFactors: boolean },
): Promise<LinkView> {
  const { id: personId } = await requirePerson(admin, email);
  const { cause } = admin;
  const grant = { kind: "reset", personId, forgetsFactors: forgetsSecondFactors } as const;
  const shown = await admin.database.transaction((tx) => invite(admin, tx, { grant, cause }));
  return linkView(admin, shown);
}

export async function disablePerson(admin: AdminContext, email: string): Promise<void> {
  const { id: personId } = await requirePerson(admin, email);
  const { cause } = admin;
  await admin.database.transaction((tx) => disable(admin, tx, { personId, cause }));
}

export async function enablePerson(admin: AdminContext, email: string): Promise<void> {
  const { id: personId } = await requirePerson(admin, email);
  const { cause } = admin;
  await admin.database.transaction((tx) => enable(admin, tx, { personId, cause }));
}

/** Another role, or `none`, which takes the person out of those who run the service. */
export async function changePersonRole(
  admin: AdminContext,
  { email, role }: { readonly email: string; readonly role: string },
): Promise<void> {
  const operatorRole = role === "none" ? undefined : readRole(operatorRoles, role);
  const { id: personId } = await requirePerson(admin, email);
  const { cause } = admin;
  await admin.database.transaction((tx) => changeOperatorRole(admin, tx, { personId, operatorRole, cause }));
}

const emailShape = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u;
const maxEmailLength = 254;

function readGrant({ email, role, managingAccountId }: InvitationRequest): Grant {
  if (email.length > maxEmailLength || !emailShape.test(email)) refuseAt("email", "must be an e-mail");
  if (managingAccountId === undefined)
    return { kind: "operator", email, role: readRole(operatorRoles, role) };
  const tenantId = parseId<"tenant">(managingAccountId);
  if (tenantId === undefined) {
    throw new RefusalError(refuse("not_found", "there is no managing account with this id"));
  }
  return { kind: "member", email, tenantId, role: readRole(memberRoles, role) };
}

function readRole<Role extends string>(roles: readonly Role[], text: string): Role {
  return roles.find((known) => known === text) ?? refuseAt("role", `must be one of ${roles.join(", ")}`);
}

async function requirePerson({ database }: AdminContext, email: string): Promise<Person> {
  const found = await findPersonByEmail(database, email);
  if (found === undefined) throw new RefusalError(refuse("not_found", "nobody has this e-mail"));
  return found.person;
}

function linkView(
  { config }: AdminContext,
  { invitation, token }: Awaited<ReturnType<typeof invite>>,
): LinkView {
  return { link: joinLink(config.baseUrl, token), expires: formatInstant(invitation.expiresAt) };
}

function view(person: ListedPerson): PersonView {
  const { id, email, name, operatorRole, tenants, hasSecondFactor, createdAt, disabledAt } = person;
  const disabled = disabledAt === undefined ? undefined : formatInstant(disabledAt);
  const created = formatInstant(createdAt);
  return { id, email, name, operatorRole, tenants, hasSecondFactor, created, disabled };
}
