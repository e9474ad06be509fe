import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { WrongCodes } from "./code-hold.ts";

/** A user's second factors. */
export interface Factors {
  readonly hasTotp: boolean;
  readonly passkeys: number;
  readonly recoveryCodesLeft: number;
}

// By the primary keys of users and recovery_codes, and by passkeys_by_user.
const findFactors = statement<Factors>(`
  SELECT totp_secret IS NOT NULL AS has_totp,
    (SELECT count(*)::integer FROM passkeys WHERE user_id = $1) AS passkeys,
    (SELECT count(*)::integer FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL) AS recovery_codes_left
  FROM users WHERE id = $1`);

export async function selectFactors(session: Session, userId: UserId): Promise<Factors> {
  const found = await session.first(findFactors, [userId]);
  return found ?? { hasTotp: false, passkeys: 0, recoveryCodesLeft: 0 };
}

/** The user's sealed authenticator secret and its attempt state. */
export interface StoredTotp {
  readonly secret: Buffer | undefined;
  readonly pending: Buffer | undefined;
  readonly lastStep: number | undefined;
  readonly wrongCodes: WrongCodes;
}

interface TotpRow {
  readonly totpSecret: Buffer | undefined;
  readonly totpPending: Buffer | undefined;
  readonly totpLastStep: bigint | undefined;
  readonly wrongCodes: number;
  readonly wrongCodeAt: Instant | undefined;
}

const lockOne = statement<TotpRow>(`
  SELECT totp_secret, totp_pending, totp_last_step, wrong_codes, wrong_code_at FROM users
  WHERE id = $1 AND disabled_at IS NULL FOR UPDATE`);

/** Locks the user's row, so that codes are checked one at a time. Undefined for a disabled user. */
export async function lockTotp(tx: Transaction, userId: UserId): Promise<StoredTotp | undefined> {
  const row = await tx.first(lockOne, [userId]);
  if (row === undefined) return undefined;
  return {
    secret: row.totpSecret,
    pending: row.totpPending,
    lastStep: row.totpLastStep === undefined ? undefined : Number(row.totpLastStep),
    wrongCodes: { count: row.wrongCodes, lastAt: row.wrongCodeAt },
  };
}

const updatePending = statement(`
  UPDATE users SET totp_pending = $2, updated_at = $3::timestamptz WHERE id = $1`);

export async function updatePendingTotp(
  tx: Transaction,
  userId: UserId,
  { sealed, now }: { readonly sealed: Buffer; readonly now: Instant },
): Promise<void> {
  await tx.run(updatePending, [userId, sealed, formatInstant(now)]);
}

const activate = statement(`
  UPDATE users SET totp_secret = totp_pending, totp_pending = NULL, totp_since = $3::timestamptz,
    totp_last_step = $2, wrong_codes = 0, wrong_code_at = NULL, updated_at = $3::timestamptz
  WHERE id = $1 AND totp_pending IS NOT NULL`);

export async function activatePendingTotp(
  tx: Transaction,
  userId: UserId,
  { step, now }: { readonly step: number; readonly now: Instant },
): Promise<void> {
  await tx.run(activate, [userId, step, formatInstant(now)]);
}

const clearTotp = statement(`
  UPDATE users SET totp_secret = NULL, totp_pending = NULL, totp_since = NULL, totp_last_step = NULL,
    updated_at = $2::timestamptz
  WHERE id = $1`);

export async function removeTotpSecret(tx: Transaction, userId: UserId, now: Instant): Promise<void> {
  await tx.run(clearTotp, [userId, formatInstant(now)]);
}

const takeStep = statement(`
  UPDATE users SET totp_last_step = $2, wrong_codes = 0, wrong_code_at = NULL WHERE id = $1`);

export async function updateTakenStep(tx: Transaction, userId: UserId, step: number): Promise<void> {
  await tx.run(takeStep, [userId, step]);
}

const forgetWrong = statement(`
  UPDATE users SET wrong_codes = 0, wrong_code_at = NULL WHERE id = $1 AND wrong_codes > 0`);

export async function clearWrongCodes(tx: Transaction, userId: UserId): Promise<void> {
  await tx.run(forgetWrong, [userId]);
}

const countWrong = statement(`
  UPDATE users SET wrong_codes = wrong_codes + 1, wrong_code_at = $2::timestamptz WHERE id = $1`);

export async function addWrongCode(tx: Transaction, userId: UserId, now: Instant): Promise<void> {
  await tx.run(countWrong, [userId, formatInstant(now)]);
}

const spend = statement(`
  UPDATE recovery_codes SET used_at = $3::timestamptz
  WHERE user_id = $1 AND digest = $2 AND used_at IS NULL`);

/** False if the user has no such code, or has used it. */
export async function spendRecoveryCode(
  tx: Transaction,
  userId: UserId,
  { digest, now }: { readonly digest: Buffer; readonly now: Instant },
): Promise<boolean> {
  return (await tx.run(spend, [userId, digest, formatInstant(now)])) === 1;
}

const deleteCodes = statement(`DELETE FROM recovery_codes WHERE user_id = $1`);

export async function deleteRecoveryCodes(tx: Transaction, userId: UserId): Promise<void> {
  await tx.run(deleteCodes, [userId]);
}

const insertCodes = statement(`
  INSERT INTO recovery_codes (user_id, digest) SELECT $1, unnest($2::bytea[])`);

export async function insertRecoveryCodes(
  tx: Transaction,
  userId: UserId,
  digests: readonly Buffer[],
): Promise<void> {
  await tx.run(insertCodes, [userId, digests]);
}
