import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { lastFactor } from "../factors/remove-totp.ts";
import { selectFactors } from "../factors/store.ts";
import { recordChange } from "../record-change.ts";
import { lockUser } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import { deletePasskey, type PasskeyId, updatePasskeyName } from "./store.ts";

export interface OwnPasskey {
  readonly userId: UserId;
  readonly id: PasskeyId;
  readonly cause: Cause;
}

export async function renamePasskey(
  deps: UsersDeps,
  tx: Transaction,
  { userId, id, name, cause }: OwnPasskey & { readonly name: string },
): Promise<void> {
  if ((await updatePasskeyName(tx, { userId, id, name })) === 0) throw noPasskey();
  await recordChange(deps, tx, { cause, action: "passkey.rename", id, after: { user: userId } });
}

/** A user always keeps at least one second factor. */
export async function removePasskey(
  deps: UsersDeps,
  tx: Transaction,
  { userId, id, cause }: OwnPasskey,
): Promise<void> {
  await lockUser(tx, { id: userId });
  const { hasTotp, passkeys } = await selectFactors(tx, userId);
  if ((await deletePasskey(tx, { userId, id })) === 0) throw noPasskey();
  if (!hasTotp && passkeys === 1) throw new RefusalError(lastFactor());
  await recordChange(deps, tx, { cause, action: "passkey.remove", id, before: { user: userId } });
}

function noPasskey(): RefusalError {
  return new RefusalError(refuse("not_found", "there is no passkey with this id"));
}
