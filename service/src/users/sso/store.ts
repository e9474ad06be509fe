import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { ssoAttempts, userIdentities, users } from "../tables.ts";

const attemptColumns = ["purpose", "returnTo", "userId", "sessionId", "confirmationId", "createdAt"] as const;

/** A visit to the identity provider that has not returned yet. */
export type SsoAttempt = Pick<RowOf<typeof ssoAttempts>, (typeof attemptColumns)[number]>;

export const insertAttempt = ssoAttempts.insert();

/** An attempt returns once: taking it deletes it, so that a replayed response finds none. */
export const takeAttempt = ssoAttempts.remove({
  by: ["tokenDigest", "expiresAt >"],
  returning: attemptColumns,
});

export const selectIdentity = userIdentities.one({ by: ["issuer", "subject"] });

/** Index: user_identities_by_user. */
export const selectIdentityOf = userIdentities.one({ by: ["userId", "issuer"] });

/** False if the identity belongs to a user, or the user has another identity of this issuer. */
export const insertIdentity = userIdentities.insert({ onConflict: "DO NOTHING" });

export const deleteIdentities = userIdentities.remove({ by: ["userId"] });

const lockText = statement(`SELECT pg_advisory_xact_lock(hashtextextended($1, 58))`);

/** Two first sign-ins of one identity, or of one email, are handled one after the other. */
export async function lockFirstSignIn(
  tx: Transaction,
  { issuer, subject }: Pick<RowOf<typeof userIdentities>, "issuer" | "subject">,
): Promise<void> {
  await tx.run(lockText, [`${issuer} ${subject}`]);
}

/** From now on the directory manages the user: the password stops working. The row is locked. */
export const updateManaged = users.update({
  by: ["id"],
  set: ["source", "updatedAt"],
  setText: "password_hash = NULL, password_at = NULL",
});
