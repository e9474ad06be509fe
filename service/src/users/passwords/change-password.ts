import type { AttemptLimiter } from "../../auth/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { recordChange } from "../record-change.ts";
import { recordOutcome, requireCalm } from "../sessions/attempts.ts";
import type { Membership } from "../sessions/require-membership.ts";
import { endSessions } from "../sessions/store.ts";
import { lockUser, selectPasswordHash, selectUser, updatePassword } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { checkPassword } from "./password-policy.ts";

export interface ChangePasswordDeps extends UsersDeps {
  readonly hasher: PasswordHasher;
  readonly attempts: AttemptLimiter;
}

export interface PasswordChange extends Membership {
  readonly oldPassword: string;
  readonly password: string;
  readonly clientAddress: string;
  readonly cause: Cause;
}

/** Changes the password of a user who knows the current one, and ends all other sessions. */
export async function changePassword(deps: ChangePasswordDeps, request: PasswordChange): Promise<void> {
  const { userId, sessionId, cause } = request;
  await requireOldPassword(deps, request);
  const user = await selectUser(deps.database, { id: userId });
  assert(user !== undefined, "a user with a session exists");
  const refusal = checkPassword(request.password, user);
  if (refusal !== undefined) throw new RefusalError(refusal);
  const passwordHash = await deps.hasher.hash(request.password);
  await deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    await lockUser(tx, { id: userId });
    await updatePassword(tx, { id: userId, passwordHash, passwordAt: now, updatedAt: now });
    const ended = await endSessions(tx, userId, { except: sessionId, now });
    const after = { sessions_ended: ended };
    await recordChange(deps, tx, { cause, action: "user.change_password", id: userId, after });
  });
}

async function requireOldPassword(
  { database, hasher, attempts }: ChangePasswordDeps,
  { userId, oldPassword, clientAddress }: PasswordChange,
): Promise<void> {
  const attempt = { clientId: userId, address: clientAddress };
  requireCalm(attempts, attempt);
  // The user is signed in.
  const found = await selectPasswordHash(database, { id: userId });
  const isRight = await hasher.verify(found?.passwordHash, oldPassword, "known");
  await recordOutcome(attempts, attempt, isRight);
  if (isRight) return;
  const detail = "is incorrect";
  throw new RefusalError(
    refuse("unprocessable", `the current password ${detail}`, {
      errors: [{ pointer: "/old_password", detail }],
    }),
  );
}
