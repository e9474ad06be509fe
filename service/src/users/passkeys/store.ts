import type { Session } from "../../db/database.ts";
import type { RowOf } from "../../db/table.ts";
import type { Id } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { passkeyChallenges, passkeys } from "../tables.ts";

export type PasskeyId = Id<"passkey">;
export type Passkey = RowOf<typeof passkeys>;

export type ChallengeId = Id<"passkey-challenge">;

/** What an authenticator device is offered to sign a challenge for. */
export type OfferedUse = Pick<RowOf<typeof passkeyChallenges>, "purpose" | "userId"> &
  Partial<Pick<RowOf<typeof passkeyChallenges>, "confirmationId">>;

/** False if the credential is already registered. */
export const insertPasskey = passkeys.insert({ onConflict: "(credential_id) DO NOTHING" });

/** Index: passkeys_by_credential. */
export const selectPasskey = passkeys.one({ by: ["credentialId"] });

/** Limited to the maximum number of passkeys per user. Index: passkeys_by_user. */
export const selectPasskeysOf = passkeys.many({ by: ["userId"], orderBy: ["id"] });

export const updatePasskeyUse = passkeys.update({ by: ["id"], set: ["counter", "lastUsedAt"] });

export const updatePasskeyName = passkeys.update({ by: ["id", "userId"], set: ["name"] });

export const deletePasskey = passkeys.remove({ by: ["id", "userId"] });

export const deletePasskeysOf = passkeys.remove({ by: ["userId"] });

export const insertChallenge = passkeyChallenges.insert();

const removeChallenge = passkeyChallenges.remove({
  by: ["id", "purpose", "userId is", "confirmationId is", "expiresAt >"],
  returning: ["challenge"],
});

/** A challenge is valid once: taking it deletes it. */
export async function takeChallenge(
  session: Session,
  { confirmationId, ...offered }: OfferedUse & { readonly id: ChallengeId },
  now: Instant,
): Promise<string | undefined> {
  const [taken] = await removeChallenge(session, { ...offered, confirmationId, expiresAt: now });
  return taken?.challenge;
}
