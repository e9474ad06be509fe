import type { AttemptLimiter } from "../../auth/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { recordChange } from "../record-change.ts";
import { requireCalm } from "../sessions/attempts.ts";
import type { Standing } from "../sessions/require-standing.ts";
import { endSessions } from "../sessions/store.ts";
import { lockPerson, selectPasswordHash, selectPerson, updatePassword } from "../store.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { checkPassword } from "./password-policy.ts";

export interface ChangePasswordDeps extends PeopleDeps {
  readonly hasher: PasswordHasher;
  readonly attempts: AttemptLimiter;
}

export interface PasswordChange extends Standing {
  readonly oldPassword: string;
  readonly password: string;
  readonly clientAddress: string;
  readonly cause: Cause;
}

/** Somebody who knows the old password makes a new one; whoever else was signed in with the old one is not any more. */
export async function changePassword(deps: ChangePasswordDeps, request: PasswordChange): Promise<void> {
  const { personId, sessionId, cause } = request;
  await requireOldPassword(deps, request);
  const person = await selectPerson(deps.database, personId);
  assert(person !== undefined, "somebody with a session exists");
  const refusal = checkPassword(request.password, person);
  if (refusal !== undefined) throw new RefusalError(refusal);
  const passwordHash = await deps.hasher.hash(request.password);
  await deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    await lockPerson(tx, personId);
    await updatePassword(tx, personId, { passwordHash, now });
    const ended = await endSessions(tx, personId, { except: sessionId, now });
    const after = { sessions_ended: ended };
    await recordChange(deps, tx, { cause, action: "person.change_password", id: personId, after });
  });
}

async function requireOldPassword(
  { database, hasher, attempts }: ChangePasswordDeps,
  { personId, oldPassword, clientAddress }: PasswordChange,
): Promise<void> {
  const attempt = { clientId: personId, address: clientAddress };
  requireCalm(attempts, attempt);
  const isRight = await hasher.verify(await selectPasswordHash(database, personId), oldPassword);
  requireCalm(attempts, attempt);
  if (isRight) return;
  attempts.recordFailure(attempt);
  const detail = "is not right";
  throw new RefusalError(
    refuse("unprocessable", `the old password ${detail}`, { errors: [{ pointer: "/old_password", detail }] }),
  );
}
