import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { PersonId } from "../../kernel/id.ts";
import { digestRecoveryCode, newRecoveryCodes } from "./recovery-code.ts";
import { deleteRecoveryCodes, insertRecoveryCodes } from "./store.ts";

/** Puts new recovery codes in the place of all that there were; they are shown now and never again. */
export async function replaceRecoveryCodes(tx: Transaction, personId: PersonId): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  const digests = codes.map((code) => {
    const digest = digestRecoveryCode(personId, code);
    assert(digest !== undefined, "a code that was just made is one");
    return digest;
  });
  await deleteRecoveryCodes(tx, personId);
  await insertRecoveryCodes(tx, personId, digests);
  return codes;
}
