import type { Transaction } from "../../db/database.ts";
import type { UserId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { deletePasskeysOf } from "../passkeys/store.ts";
import { clearWrongCodes, deleteRecoveryCodes, removeTotpSecret } from "./store.ts";

/** For a user who lost all second factors; a new one must be set up before anything else works. */
export async function forgetFactors(tx: Transaction, userId: UserId, now: Instant): Promise<void> {
  await removeTotpSecret(tx, userId, now);
  await clearWrongCodes(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  await deletePasskeysOf(tx, userId);
}
