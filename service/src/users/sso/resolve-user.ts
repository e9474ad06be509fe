import { recordAccessChange } from "../../access/index.ts";
import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import { type DirectoryAccess, hasAccess } from "../directory/role-map.ts";
import { revokeEarlier } from "../invitations/store.ts";
import { selectMemberships } from "../members/store.ts";
import { recordChange } from "../record-change.ts";
import { selectProvisioned } from "../scim/store.ts";
import type { SessionId } from "../sessions/session.ts";
import { endSessions } from "../sessions/store.ts";
import { insertUser, lockActiveAdmins, lockUser, selectCredentials } from "../store.ts";
import type { User } from "../user.ts";
import type { SsoDeps } from "./begin-visit.ts";
import { grantedAccess } from "./granted-access.ts";
import type { ProvenIdentity } from "./identity-provider.ts";
import { noRole, unverifiedEmail } from "./sso-policy.ts";
import { insertIdentity, selectIdentity, selectIdentityOf, updateManaged } from "./store.ts";

/** The user of an identity, found by issuer and subject; at the first sign-in, linked or created. */
export async function resolveUser(
  deps: SsoDeps,
  tx: Transaction,
  identity: ProvenIdentity,
  cause: Cause,
): Promise<User | Refusal> {
  const known = await selectIdentity(tx, identity);
  if (known !== undefined) return locked(tx, known.userId);
  const { externalId } = identity;
  const provisioned = externalId === undefined ? undefined : await selectProvisioned(tx, { externalId });
  if (provisioned !== undefined && (await isFree(tx, provisioned.userId, identity))) {
    return linkAllowed(deps, tx, { userId: provisioned.userId, source: "scim", identity, cause });
  }
  if (identity.email === undefined) {
    return refuse("not_permitted", `${deps.policy.name} sent no email address; add the email claim`);
  }
  const found = await selectCredentials(tx, identity.email);
  if (found !== undefined) {
    if (!mayLink(deps, found.user, identity) || !(await isFree(tx, found.user.id, identity))) {
      return ownedEmail(deps);
    }
    return linkAllowed(deps, tx, { userId: found.user.id, source: "sso", identity, cause });
  }
  return create(deps, tx, { ...identity, email: identity.email }, cause);
}

async function locked(tx: Transaction, userId: UserId): Promise<User> {
  const user = await lockUser(tx, { id: userId });
  assert(user !== undefined, "an identity has a user");
  return user;
}

async function isFree(tx: Transaction, userId: UserId, { issuer }: ProvenIdentity): Promise<boolean> {
  return (await selectIdentityOf(tx, { userId, issuer })) === undefined;
}

/** An email is not an identity: it links only if the provider verified it and the operator of the instance allows it. */
function mayLink({ policy }: SsoDeps, user: User, { isEmailVerified }: ProvenIdentity): boolean {
  return policy.linksByEmail && isEmailVerified && !user.isBreakGlass;
}

function ownedEmail({ policy }: SsoDeps): Refusal {
  return refuse(
    "not_permitted",
    `a user with your email address exists already; sign in as that user and connect ${policy.name} in Security`,
  );
}

interface Link {
  readonly userId: UserId;
  readonly source: "sso" | "scim";
  readonly identity: ProvenIdentity;
  readonly cause: Cause;
  /** The user's session, if it goes on. */
  readonly except?: SessionId;
}

/** A sign-in that would be refused links nothing. */
async function linkAllowed(deps: SsoDeps, tx: Transaction, request: Link): Promise<User | Refusal> {
  const admins = await lockActiveAdmins(tx);
  const user = await locked(tx, request.userId);
  if (user.disabledAt !== undefined) return disabledUser();
  const access = await grantedAccess(deps, tx, request);
  if (access === undefined && !(await hasOwnAccess(tx, user))) return noRole();
  return decideAccess(user, access, admins) ?? link(deps, tx, request);
}

export function disabledUser(): Refusal {
  return refuse("not_permitted", "your user is disabled");
}

/** Of a user whose roles Florin manages. */
export async function hasOwnAccess(tx: Transaction, { id, operatorRole }: User): Promise<boolean> {
  return operatorRole !== undefined || (await selectMemberships(tx, { userId: id })).length > 0;
}

/** Refuses to connect a user who would have no access then, or the last admin as anything else. */
export function decideAccess(
  user: User,
  access: DirectoryAccess | undefined,
  admins: readonly UserId[],
): Refusal | undefined {
  if (access === undefined) return undefined;
  if (!hasAccess(access)) return noRole();
  const isLastAdmin = admins.length === 1 && admins[0] === user.id;
  return isLastAdmin && access.operatorRole !== "admin"
    ? refuse("not_permitted", "you are the last admin, and your groups do not grant that role")
    : undefined;
}

/** From now on the directory manages the user: what began with the password ends, except the given session. */
export async function link(
  deps: SsoDeps,
  tx: Transaction,
  { userId, source, identity, cause, except }: Link,
): Promise<User | Refusal> {
  const now = deps.clock.now();
  const user = await locked(tx, userId);
  const { issuer, subject } = identity;
  if (!(await insertIdentity(tx, { issuer, subject, userId, createdAt: now }))) {
    return refuse("conflict", "this identity is connected already");
  }
  await updateManaged(tx, { id: userId, source, updatedAt: now });
  await revokeEarlier(tx, { kind: "reset", userId, forgetsFactors: false }, now);
  const ended = await endSessions(tx, userId, { except, now });
  // The same user signs in in another way: no new origin, or one individual could become two.
  recordAccessChange(deps, tx, userId, { kind: "role", origin: { type: "user", id: userId } });
  const after = { issuer, source, sessions_ended: ended };
  await recordChange(deps, tx, { cause, action: "user.link_identity", id: userId, after });
  return { ...user, source };
}

const maxNameLength = 100;

/** Just-in-time provisioning: only for users whose groups grant access. */
async function create(
  deps: SsoDeps,
  tx: Transaction,
  identity: ProvenIdentity & { readonly email: string },
  cause: Cause,
): Promise<User | Refusal> {
  if (!deps.policy.provisionsUsers) {
    return refuse("not_permitted", "you have no user in this console; contact its admins");
  }
  if (!identity.isEmailVerified) return unverifiedEmail(deps.policy);
  const access = await grantedAccess(deps, tx, { userId: undefined, identity });
  if (access === undefined || !hasAccess(access)) return noRole();
  const id = deps.newId<"user">();
  const now = deps.clock.now();
  const { email, issuer, subject } = identity;
  const name =
    (identity.name ?? email)
      .replaceAll(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, maxNameLength) || email;
  const user = { id, email, name, operatorRole: undefined, createdAt: now, source: "sso" } as const;
  if (!(await insertUser(tx, user))) return ownedEmail(deps);
  await insertIdentity(tx, { issuer, subject, userId: id, createdAt: now });
  recordAccessChange(deps, tx, id, { kind: "invited", origin: { type: "directory" } });
  const after = { issuer, source: "sso" };
  await recordChange(deps, tx, { cause, action: "user.provision", id, after });
  return { ...user, disabledAt: undefined, isDisabledByDirectory: false, isBreakGlass: false };
}
