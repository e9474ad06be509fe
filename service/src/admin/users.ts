import { parseId } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { orNotFound } from "../kernel/refusal.ts";
import {
  changeOperatorRole,
  confirmIndividual,
  createBreakGlass,
  disableUser as disable,
  enableUser as enable,
  findUserByEmail,
  type Grant,
  invite,
  issueLink,
  joinLink,
  memberRoles,
  operatorRoles,
  removeBreakGlass as removeBreakGlassOf,
  type User,
  type UserSummary,
  userList,
} from "../users/index.ts";
import { collectStream, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readOneOf, refuseAt } from "./read-input.ts";

/** A link that is shown once and never again. */
export interface LinkView {
  readonly link: string;
  readonly expires: string;
}

/** Operators only, or all console users; newest first. */
export function listUsers(
  { database }: AdminContext,
  { operatorsOnly = false }: { readonly operatorsOnly?: boolean } = {},
): Promise<ItemList<UserSummary>> {
  return collectStream(userList.stream(database, { operatorsOnly }));
}

export interface InvitationRequest {
  readonly email: string;
  readonly role: string;
  /** Managing account to invite to; otherwise the invitation is for an operator. */
  readonly managingAccountId?: string;
}

/** Doesn't need the master key: the invitee creates the credentials when using the link. */
export async function inviteUser(admin: AdminContext, request: InvitationRequest): Promise<LinkView> {
  const grant = readGrant(request);
  const { cause } = admin;
  const shown = await admin.database.transaction((tx) => invite(admin, tx, { grant, cause }));
  return linkView(admin, shown);
}

/** A link to set a new password, and to set up new second factors if those were lost. */
export async function resetUser(
  admin: AdminContext,
  { email, forgetsSecondFactors }: { readonly email: string; readonly forgetsSecondFactors: boolean },
): Promise<LinkView> {
  const { id: userId } = await requireUser(admin, email);
  const { cause } = admin;
  const grant = { kind: "reset", userId, forgetsFactors: forgetsSecondFactors } as const;
  const shown = await admin.database.transaction((tx) => invite(admin, tx, { grant, cause }));
  return linkView(admin, shown);
}

const breakGlassName = "Break glass";

/** A local admin who signs in when the identity provider is down, with the link that sets the password. */
export async function addBreakGlass(admin: AdminContext, email: string): Promise<LinkView> {
  checkEmail(email);
  const { cause } = admin;
  const shown = await admin.database.transaction(async (tx) => {
    const userId = await createBreakGlass(admin, tx, { email, name: breakGlassName, cause });
    return invite(admin, tx, { grant: { kind: "reset", userId, forgetsFactors: false }, cause });
  });
  return linkView(admin, shown);
}

export async function removeBreakGlass(admin: AdminContext, email: string): Promise<void> {
  const { cause } = admin;
  await admin.database.transaction((tx) => removeBreakGlassOf(admin, tx, { email, cause }));
}

/** A new link for an invitation or a reset that was requested in the console; earlier ones stop working. */
export async function showLink(admin: AdminContext, invitationId: string): Promise<LinkView> {
  const id = parseId<"invitation">(invitationId);
  const { cause } = admin;
  const shown = id && (await admin.database.transaction((tx) => issueLink(admin, tx, { id, cause })));
  return linkView(admin, orNotFound(shown, "there is no open invitation with this id"));
}

export async function disableUser(admin: AdminContext, email: string): Promise<void> {
  const { id: userId } = await requireUser(admin, email);
  const { cause } = admin;
  await admin.database.transaction((tx) => disable(admin, tx, { userId, cause }));
}

export async function enableUser(admin: AdminContext, email: string): Promise<void> {
  const { id: userId } = await requireUser(admin, email);
  const { cause } = admin;
  await admin.database.transaction((tx) => enable(admin, tx, { userId, cause }));
}

/** Says at the server that the user is a separate individual: for users whose inviter is not known, or is the same. */
export async function confirmUser(admin: AdminContext, email: string): Promise<void> {
  const { id: userId } = await requireUser(admin, email);
  const { cause } = admin;
  const confirmation = { userId, tenantId: undefined, cause, newAccessMs: 0 };
  await admin.database.transaction((tx) => confirmIndividual(admin, tx, confirmation));
}

/** Changes the operator role; `none` removes the user from the operators. */
export async function changeUserRole(
  admin: AdminContext,
  { email, role }: { readonly email: string; readonly role: string },
): Promise<void> {
  const operatorRole = role === "none" ? undefined : readOneOf("role", operatorRoles, role);
  const { id: userId } = await requireUser(admin, email);
  const { cause } = admin;
  await admin.database.transaction((tx) => changeOperatorRole(admin, tx, { userId, operatorRole, cause }));
}

const emailShape = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u;
const maxEmailLength = 254;

function checkEmail(email: string): void {
  if (email.length > maxEmailLength || !emailShape.test(email)) refuseAt("email", "must be an email address");
}

function readGrant({ email, role, managingAccountId }: InvitationRequest): Grant {
  checkEmail(email);
  if (managingAccountId === undefined)
    return { kind: "operator", email, role: readOneOf("role", operatorRoles, role) };
  const tenantId = orNotFound(
    parseId<"tenant">(managingAccountId),
    "there is no managing account with this id",
  );
  return { kind: "member", email, tenantId, role: readOneOf("role", memberRoles, role) };
}

async function requireUser({ database }: AdminContext, email: string): Promise<User> {
  const found = await findUserByEmail(database, email);
  return orNotFound(found, "there is no user with this email address").user;
}

function linkView(
  { config }: AdminContext,
  { invitation, token }: Awaited<ReturnType<typeof invite>>,
): LinkView {
  return { link: joinLink(config.baseUrl, token), expires: formatInstant(invitation.expiresAt) };
}
