import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { UserId } from "../../kernel/id.ts";
import { digestRecoveryCode, newRecoveryCodes } from "./recovery-code.ts";
import { deleteRecoveryCodes, insertRecoveryCodes } from "./store.ts";

/** Replaces all recovery codes; the new ones are shown once and never again. */
export async function replaceRecoveryCodes(tx: Transaction, userId: UserId): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  const rows = codes.map((code) => {
    const digest = digestRecoveryCode(userId, code);
    assert(digest !== undefined, "a generated code has a digest");
    return { userId, digest };
  });
  await deleteRecoveryCodes(tx, { userId });
  await insertRecoveryCodes(tx, rows);
  return codes;
}
