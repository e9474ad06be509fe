import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { PersonId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { recordChange } from "../record-change.ts";
import { lockPerson } from "../store.ts";
import { removeTotpSecret, selectFactors } from "./store.ts";

/** Nobody is left without a second factor. */
export async function removeTotp(
  deps: PeopleDeps,
  tx: Transaction,
  { personId, cause }: { readonly personId: PersonId; readonly cause: Cause },
): Promise<void> {
  await lockPerson(tx, personId);
  const { hasTotp, passkeys } = await selectFactors(tx, personId);
  if (!hasTotp) throw new RefusalError(refuse("not_found", "there is no authenticator"));
  if (passkeys === 0) throw new RefusalError(lastFactor());
  await removeTotpSecret(tx, personId, deps.clock.now());
  await recordChange(deps, tx, { cause, action: "person.remove_totp", id: personId });
}

export function lastFactor() {
  return refuse("conflict", "this is the last second factor; add another one first");
}
