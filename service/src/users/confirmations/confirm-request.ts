import { createHash, randomBytes } from "node:crypto";
import type { AuditedFields } from "../../audit/index.ts";
import type { Session, Transaction } from "../../db/database.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { UsersDeps } from "../users-deps.ts";
import { type ConfirmationKey, selectPending, updateConfirmed } from "./store.ts";

/** Confirms a request in the transaction that verified the second factor. Returns what the audit log records of it. */
export async function confirmRequest(
  { clock }: UsersDeps,
  tx: Transaction,
  key: ConfirmationKey,
): Promise<AuditedFields> {
  const now = clock.now();
  const [confirmed] = await updateConfirmed(tx, { ...key, expiresAt: now, confirmedAt: now });
  if (confirmed === undefined) throw expired();
  return { confirmation: key.id, operation: confirmed.operation, digest: confirmed.digest.toString("hex") };
}

const nonceBytes = 32;

/** A WebAuthn challenge for this request alone: what the device signs is derived from the digest of the request. */
export async function challengeOf(
  { clock }: UsersDeps,
  session: Session,
  key: ConfirmationKey,
): Promise<Uint8Array<ArrayBuffer>> {
  const pending = await selectPending(session, { ...key, expiresAt: clock.now() });
  if (pending === undefined) throw expired();
  const hash = createHash("sha256").update(randomBytes(nonceBytes)).update(pending.digest).digest();
  return Uint8Array.from(hash);
}

function expired(): RefusalError {
  return new RefusalError(refuse("not_found", "the confirmation has expired; start again"));
}
