import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { PersonId } from "../../kernel/id.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { recordChange } from "../record-change.ts";
import { lockPerson } from "../store.ts";
import { replaceRecoveryCodes } from "./replace-recovery-codes.ts";

/** New codes for somebody who asks for them; those before end. */
export async function renewRecoveryCodes(
  deps: PeopleDeps,
  tx: Transaction,
  { personId, cause }: { readonly personId: PersonId; readonly cause: Cause },
): Promise<readonly string[]> {
  await lockPerson(tx, personId);
  const codes = await replaceRecoveryCodes(tx, personId);
  await recordChange(deps, tx, { cause, action: "person.renew_recovery_codes", id: personId });
  return codes;
}
