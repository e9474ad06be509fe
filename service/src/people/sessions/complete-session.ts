import type { Transaction } from "../../db/database.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { SessionId } from "./session.ts";
import { digestToken, newToken } from "./session-token.ts";
import { updateCompleted } from "./store.ts";

/**
 * Everything was shown that is asked of the person. The session goes on under a new token, so that whoever knew the one
 * before (it may have been planted) has nothing.
 */
export async function completeSession(tx: Transaction, id: SessionId, now: Instant): Promise<string> {
  const token = newToken();
  await updateCompleted(tx, id, { now, tokenDigest: digestToken(token) });
  return token;
}
