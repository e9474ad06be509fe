import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { PersonId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { isRefusal, orThrow, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { forgetFactors } from "../factors/forget-factors.ts";
import { selectFactors } from "../factors/store.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { checkPassword } from "../passwords/password-policy.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { recordChange } from "../record-change.ts";
import { openSession } from "../sessions/open-session.ts";
import { digestToken } from "../sessions/session-token.ts";
import { type Arrival, type Entered, leaveEarlier } from "../sessions/sign-in.ts";
import { endSessions } from "../sessions/store.ts";
import { hasAnybody, insertPerson, lockPerson, selectPerson, updatePassword } from "../store.ts";
import { grantAccess } from "./grant-access.ts";
import type { Invitation } from "./invitation.ts";
import { lookAtInvitation, overLink, type SeenInvitation } from "./look-at-invitation.ts";
import { lockInvitation, updateUsed } from "./store.ts";

export interface AcceptDeps extends PeopleDeps {
  readonly hasher: PasswordHasher;
}

export interface Acceptance {
  readonly token: string;
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly password: string;
  readonly arrival: Arrival;
}

/** Somebody uses a link: to create their access, or to make a new password. The session waits for the second factor. */
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
    const { requestId, seat } = request.arrival;
    const use = { invitation, who, passwordHash, now, requestId };
    const personId = orThrow(await (invitation.grant.kind === "reset" ? reset : join)(deps, tx, use));
    await updateUsed(tx, invitation.id, now);
    await leaveEarlier(deps, tx, request.arrival);
    const { token } = await openSession(deps, tx, { personId, seat });
    return { stage: "password" as const, factors: await selectFactors(tx, personId), token };
  });
}

interface Who {
  readonly email: string;
  readonly name: string;
}

/** Who they say they are, as far as the link leaves it to them. */
async function decideWho(
  { database }: AcceptDeps,
  { invitation: { grant }, email: invited, isKnown }: SeenInvitation,
  { email: given, name }: Acceptance,
): Promise<Who | Refusal> {
  if (grant.kind === "reset") return (await selectPerson(database, grant.personId)) ?? overLink();
  const email = invited ?? given;
  if (email === undefined) return missing("/email");
  if (given !== undefined && given.toLowerCase() !== email.toLowerCase()) {
    const detail = "is not the one that was invited";
    return refuse("validation_failed", `the e-mail ${detail}`, { errors: [{ pointer: "/email", detail }] });
  }
  if (isKnown) return refuse("conflict", "you have access already: sign in, then use the link");
  return name === undefined ? missing("/name") : { email, name };
}

interface Use {
  readonly invitation: Invitation;
  readonly who: Who;
  readonly passwordHash: string;
  readonly now: Instant;
  readonly requestId: string;
}

async function join(deps: AcceptDeps, tx: Transaction, use: Use): Promise<PersonId | Refusal> {
  const { invitation, who, passwordHash, now, requestId } = use;
  const { grant } = invitation;
  const isForTheFirst = grant.kind === "operator" && grant.email === undefined;
  if (isForTheFirst && (await hasAnybody(tx))) return overLink();
  const id = deps.newId<"person">();
  const person = { id, ...who, operatorRole: undefined, createdAt: now, passwordHash };
  if (!(await insertPerson(tx, person))) return refuse("conflict", "somebody has this e-mail already");
  const cause: Cause = { actor: { type: "person", id }, requestId };
  await recordChange(deps, tx, { cause, action: "person.join", id, after: { invitation: invitation.id } });
  const granted = await grantAccess(deps, tx, { personId: id, invitation, cause });
  return isRefusal(granted) ? granted : id;
}

/** Whoever was signed in is not any more; the second factors stay, unless the link says that they were lost. */
async function reset(deps: AcceptDeps, tx: Transaction, use: Use): Promise<PersonId | Refusal> {
  const { invitation, passwordHash, now, requestId } = use;
  const { grant } = invitation;
  if (grant.kind !== "reset") return overLink();
  const { personId: id, forgetsFactors } = grant;
  const person = await lockPerson(tx, id);
  if (person === undefined || person.disabledAt !== undefined) return overLink();
  await updatePassword(tx, id, { passwordHash, now });
  if (forgetsFactors) await forgetFactors(tx, id, now);
  await endSessions(tx, id, { now });
  const cause: Cause = { actor: { type: "person", id }, requestId };
  const after = { invitation: invitation.id, forgets_factors: forgetsFactors };
  await recordChange(deps, tx, { cause, action: "person.reset_password", id, after });
  return id;
}

function missing(pointer: string): Refusal {
  return refuse("validation_failed", `${pointer} is required`, {
    errors: [{ pointer, detail: "is required" }],
  });
}
