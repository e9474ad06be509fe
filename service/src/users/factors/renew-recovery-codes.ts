import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { recordChange } from "../record-change.ts";
import { lockUser } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import { replaceRecoveryCodes } from "./replace-recovery-codes.ts";

/** Replaces a user's recovery codes on request; the previous ones become invalid. */
export async function renewRecoveryCodes(
  deps: UsersDeps,
  tx: Transaction,
  { userId, cause }: { readonly userId: UserId; readonly cause: Cause },
): Promise<readonly string[]> {
  await lockUser(tx, { id: userId });
  const codes = await replaceRecoveryCodes(tx, userId);
  await recordChange(deps, tx, { cause, action: "user.renew_recovery_codes", id: userId });
  return codes;
}
