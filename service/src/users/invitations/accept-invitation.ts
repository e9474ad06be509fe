import { recordAccessChange } from "../../access/index.ts";
import { managingAccounts } from "../../accounts/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { isRefusal, orThrow, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { clearWrongCodes, deleteRecoveryCodes, removeTotpSecret, selectFactors } from "../factors/store.ts";
import { insertMember } from "../members/store.ts";
import { deletePasskeysOf } from "../passkeys/store.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { checkPassword } from "../passwords/password-policy.ts";
import { recordChange } from "../record-change.ts";
import type { LocalSignIn } from "../sessions/local-sign-in.ts";
import { openSession } from "../sessions/open-session.ts";
import { digestToken } from "../sessions/session-token.ts";
import { type Entered, leaveEarlier, type SignInAttempt } from "../sessions/sign-in.ts";
import { endSessions } from "../sessions/store.ts";
import { hasUsers, insertUser, lockUser, selectUser, updatePassword } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import { auditedLink, grantAccess, inviterOf } from "./grant-access.ts";
import type { Invitation } from "./invitation.ts";
import { lookAtInvitation, overLink, type SeenInvitation } from "./look-at-invitation.ts";
import { lockInvitation, revokeSentBy, updateUsed } from "./store.ts";

export interface AcceptDeps extends UsersDeps, Pick<LocalSignIn, "allowsLocalSignIn"> {
  readonly hasher: PasswordHasher;
}

export interface Acceptance {
  readonly token: string;
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly password: string;
  readonly signInAttempt: SignInAttempt;
}

/** Uses a link to create access or to set a new password. The session still requires the second factor. */
export async function acceptInvitation(deps: AcceptDeps, request: Acceptance): Promise<Entered> {
  const seen = orThrow(await lookAtInvitation(deps, request.token));
  const who = orThrow(await decideWho(deps, seen, request));
  const refusal = checkPassword(request.password, who);
  if (refusal !== undefined) throw new RefusalError(refusal);
  const passwordHash = await deps.hasher.hash(request.password);
  return deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    const invitation = await lockInvitation(tx, digestToken(request.token), now);
    if (invitation === undefined) throw new RefusalError(overLink());
    const { requestId, sessionClient } = request.signInAttempt;
    const use = { invitation, who, passwordHash, now, requestId };
    const userId = orThrow(await (invitation.grant.kind === "reset" ? reset : join)(deps, tx, use));
    await updateUsed(tx, { id: invitation.id, usedAt: now });
    await leaveEarlier(deps, tx, request.signInAttempt);
    const { token } = await openSession(deps, tx, { userId, sessionClient });
    return { stage: "password" as const, factors: await selectFactors(tx, userId), token };
  });
}

interface Who {
  readonly email: string;
  readonly name: string;
}

/** The user's identity, as far as the link leaves it open. */
async function decideWho(
  { database, allowsLocalSignIn }: AcceptDeps,
  { invitation: { grant }, email: invited, isKnown }: SeenInvitation,
  { email: given, name }: Acceptance,
): Promise<Who | Refusal> {
  const user = grant.kind === "reset" ? await selectUser(database, { id: grant.userId }) : undefined;
  if (!allowsLocalSignIn && user?.isBreakGlass !== true) {
    return refuse("conflict", "passwords are off: sign in with single sign-on");
  }
  if (grant.kind === "reset") return user ?? overLink();
  const email = invited ?? given;
  if (email === undefined) return missing("/email");
  if (given !== undefined && given.toLowerCase() !== email.toLowerCase()) {
    const detail = "does not match the invitation";
    return refuse("validation_failed", `the email ${detail}`, { errors: [{ pointer: "/email", detail }] });
  }
  if (isKnown) return refuse("conflict", "you already have access: sign in, then use the link");
  return name === undefined ? missing("/name") : { email, name };
}

interface Use {
  readonly invitation: Invitation;
  readonly who: Who;
  readonly passwordHash: string;
  readonly now: Instant;
  readonly requestId: string;
}

async function join(deps: AcceptDeps, tx: Transaction, use: Use): Promise<UserId | Refusal> {
  const { invitation, who, passwordHash, now, requestId } = use;
  const { grant } = invitation;
  const isForTheFirst = grant.kind === "operator" && grant.email === undefined;
  if (isForTheFirst && (await hasUsers(tx))) return overLink();
  const id = deps.newId<"user">();
  const user = { id, ...who, operatorRole: undefined, createdAt: now, passwordHash };
  if (!(await insertUser(tx, user))) return refuse("conflict", "a user with this email already exists");
  const cause: Cause = { actor: { type: "user", id }, requestId };
  await recordChange(deps, tx, { cause, action: "user.join", id, after: auditedLink(invitation) });
  const granted = await grantAccess(deps, tx, { userId: id, invitation, cause });
  if (isForTheFirst) await joinDemoTenants(deps, tx, { userId: id, cause });
  return isRefusal(granted) ? granted : id;
}

const maxDemoTenants = 100;

/** Only the local profile invites a first operator without an email: they try everything, so they need membership. */
async function joinDemoTenants(
  deps: AcceptDeps,
  tx: Transaction,
  { userId, cause }: { readonly userId: UserId; readonly cause: Cause },
): Promise<void> {
  const createdAt = deps.clock.now();
  const { items } = await managingAccounts.read(tx, {}, { limit: maxDemoTenants });
  for (const { tenantId } of items) {
    await insertMember(tx, { tenantId, userId, role: "admin", createdAt });
    await recordChange(deps, tx, {
      cause,
      action: "member.join",
      id: userId,
      tenantId,
      after: { role: "admin" },
    });
  }
}

/** Ends all sessions of the user. Second factors remain, unless the link says that they were lost. */
async function reset(deps: AcceptDeps, tx: Transaction, use: Use): Promise<UserId | Refusal> {
  const { invitation, passwordHash, now, requestId } = use;
  const { grant } = invitation;
  if (grant.kind !== "reset") return overLink();
  const { userId: id, forgetsFactors } = grant;
  const user = await lockUser(tx, { id });
  // The link may be older than the directory's management of the user.
  const hasPassword = user !== undefined && user.disabledAt === undefined && user.source === "local";
  if (!hasPassword) return overLink();
  await updatePassword(tx, { id, passwordHash, passwordAt: now, updatedAt: now });
  if (forgetsFactors) await forgetFactors(tx, id, now);
  await endSessions(tx, id, { now });
  const origin = inviterOf(invitation);
  const isReissued = forgetsFactors && origin.type === "server";
  recordAccessChange(deps, tx, id, { kind: isReissued ? "reissued" : "reset", origin });
  // A new origin is not that of invitations from before it.
  const sent = { invitedBy: id, expiresAt: now, revokedAt: now };
  const revoked = isReissued ? await revokeSentBy(tx, sent) : 0;
  const cause: Cause = { actor: { type: "user", id }, requestId };
  const after = {
    ...auditedLink(invitation),
    forgets_factors: forgetsFactors,
    ...(isReissued ? { invitations_revoked: revoked } : {}),
  };
  await recordChange(deps, tx, { cause, action: "user.reset_password", id, after });
  return id;
}

function missing(pointer: string): Refusal {
  return refuse("validation_failed", `${pointer} is required`, {
    errors: [{ pointer, detail: "is required" }],
  });
}

/** For a user who lost all second factors; a new one must be set up before anything else works. */
async function forgetFactors(tx: Transaction, userId: UserId, now: Instant): Promise<void> {
  await removeTotpSecret(tx, { id: userId, updatedAt: now });
  await clearWrongCodes(tx, { id: userId });
  await deleteRecoveryCodes(tx, { userId });
  await deletePasskeysOf(tx, { userId });
}
