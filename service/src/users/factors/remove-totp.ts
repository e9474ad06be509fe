import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { recordChange } from "../record-change.ts";
import { lockUser } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import { removeTotpSecret, selectFactors } from "./store.ts";

/** A user always keeps at least one second factor. */
export async function removeTotp(
  deps: UsersDeps,
  tx: Transaction,
  { userId, cause }: { readonly userId: UserId; readonly cause: Cause },
): Promise<void> {
  await lockUser(tx, { id: userId });
  const { hasTotp, passkeys } = await selectFactors(tx, userId);
  if (!hasTotp) throw new RefusalError(refuse("not_found", "no authenticator is set up"));
  if (passkeys === 0) throw new RefusalError(lastFactor());
  await removeTotpSecret(tx, { id: userId, updatedAt: deps.clock.now() });
  await recordChange(deps, tx, { cause, action: "user.remove_totp", id: userId });
}

export function lastFactor() {
  return refuse("conflict", "this is your last second factor; add another one first");
}
