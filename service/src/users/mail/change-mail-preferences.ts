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
  const { approvals, alerts } = preferences;
  await updateMailPreferences(tx, { id: userId, mailsApprovals: approvals, mailsAlerts: alerts });
  const after = { approvals, alerts };
  await recordChange(deps, tx, { cause, action: "user.change_mail_preferences", id: userId, before, after });
}
