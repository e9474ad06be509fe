import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { recordChange } from "../record-change.ts";
import type { UsersDeps } from "../users-deps.ts";
import { type MailPreferences, selectMailPreferences, updateMailPreferences } from "./recipient-store.ts";

/** Users choose their own emails. */
export async function changeMailPreferences(
  deps: UsersDeps,
  tx: Transaction,
  {
    userId,
    preferences,
    cause,
  }: { readonly userId: UserId; readonly preferences: MailPreferences; readonly cause: Cause },
): Promise<void> {
  const before = { ...(await selectMailPreferences(tx, userId)) };
  await updateMailPreferences(tx, userId, preferences);
  const after = { ...preferences };
  await recordChange(deps, tx, { cause, action: "user.change_mail_preferences", id: userId, before, after });
}
