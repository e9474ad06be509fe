import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { recordChange } from "../record-change.ts";
import type { UsersDeps } from "../users-deps.ts";
import type { SessionId } from "./session.ts";
import { endSession, endSessions } from "./store.ts";

/** Ends one session of a user: the current one at sign-out, or another one remotely. */
export async function endOneSession(
  deps: UsersDeps,
  tx: Transaction,
  request: { readonly userId: UserId; readonly sessionId: SessionId; readonly cause: Cause },
): Promise<void> {
  const { userId, sessionId: id, cause } = request;
  if ((await endSession(tx, { id, userId, endedAt: deps.clock.now() })) === 0) {
    throw new RefusalError(refuse("not_found", "there is no session with this id"));
  }
  await recordChange(deps, tx, { cause, action: "session.end", id, after: { user: userId } });
}

/** Ends all other sessions of a user, or all of them; returns how many. */
export async function endAllSessions(
  deps: UsersDeps,
  tx: Transaction,
  request: { readonly userId: UserId; readonly except?: SessionId; readonly cause: Cause },
): Promise<number> {
  const { userId, except, cause } = request;
  const now = deps.clock.now();
  const ended = await endSessions(tx, userId, { except, now });
  await recordChange(deps, tx, { cause, action: "user.end_sessions", id: userId, after: { ended } });
  return ended;
}
