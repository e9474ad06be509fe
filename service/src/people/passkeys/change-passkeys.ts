import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { PersonId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { lastFactor } from "../factors/remove-totp.ts";
import { selectFactors } from "../factors/store.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { recordChange } from "../record-change.ts";
import { lockPerson } from "../store.ts";
import { deletePasskey, type PasskeyId, updatePasskeyName } from "./store.ts";

export interface OwnPasskey {
  readonly personId: PersonId;
  readonly id: PasskeyId;
  readonly cause: Cause;
}

export async function renamePasskey(
  deps: PeopleDeps,
  tx: Transaction,
  { personId, id, name, cause }: OwnPasskey & { readonly name: string },
): Promise<void> {
  if (!(await updatePasskeyName(tx, { personId, id, name }))) throw noPasskey();
  await recordChange(deps, tx, { cause, action: "passkey.rename", id, after: { person: personId } });
}

/** Nobody is left without a second factor. */
export async function removePasskey(
  deps: PeopleDeps,
  tx: Transaction,
  { personId, id, cause }: OwnPasskey,
): Promise<void> {
  await lockPerson(tx, personId);
  const { hasTotp, passkeys } = await selectFactors(tx, personId);
  if (!(await deletePasskey(tx, { personId, id }))) throw noPasskey();
  if (!hasTotp && passkeys === 1) throw new RefusalError(lastFactor());
  await recordChange(deps, tx, { cause, action: "passkey.remove", id, before: { person: personId } });
}

function noPasskey(): RefusalError {
  return new RefusalError(refuse("not_found", "there is no such passkey"));
}
