import type { Transaction } from "../../db/database.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { SessionId } from "./session.ts";
import { digestToken, newToken } from "./session-token.ts";
import { updateCompleted } from "./store.ts";

/**
 * All required factors were shown. The session continues under a new token, so that the previous one, which may have
 * been planted (session fixation), is worthless.
 */
export async function completeSession(tx: Transaction, id: SessionId, now: Instant): Promise<string> {
  const token = newToken();
  await updateCompleted(tx, { id, secondFactorAt: now, tokenDigest: digestToken(token) });
  return token;
}
