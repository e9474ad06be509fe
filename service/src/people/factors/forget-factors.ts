import type { Transaction } from "../../db/database.ts";
import type { PersonId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { deletePasskeysOf } from "../passkeys/store.ts";
import { clearWrongCodes, deleteRecoveryCodes, removeTotpSecret } from "./store.ts";

/** For somebody who has lost everything; a new second factor has to be set up before anything else works. */
export async function forgetFactors(tx: Transaction, personId: PersonId, now: Instant): Promise<void> {
  await removeTotpSecret(tx, personId, now);
  await clearWrongCodes(tx, personId);
  await deleteRecoveryCodes(tx, personId);
  await deletePasskeysOf(tx, personId);
}
