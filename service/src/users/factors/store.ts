import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { UserId } from "../../kernel/id.ts";
import { recoveryCodes, users } from "../tables.ts";

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

const totpColumns = ["totpSecret", "totpPending", "totpLastStep", "wrongCodes", "wrongCodeAt"] as const;

/** The user's sealed authenticator secret and its attempt state. */
export type StoredTotp = Pick<RowOf<typeof users>, (typeof totpColumns)[number]>;

/** Locks the user's row, so that codes are checked one at a time. Undefined for a disabled user. */
export const lockTotp = users.one({
  by: ["id"],
  where: "disabled_at IS NULL",
  columns: totpColumns,
  lock: "UPDATE",
});

export const updatePendingTotp = users.update({
  by: ["id"],
  set: ["totpPending", "updatedAt"],
  audited: [],
});

const noWrongCodes = "wrong_codes = 0, wrong_code_at = NULL";

export const activatePendingTotp = users.update({
  by: ["id"],
  where: "totp_pending IS NOT NULL",
  set: ["totpSince", "totpLastStep", "updatedAt"],
  setText: `totp_secret = totp_pending, totp_pending = NULL, ${noWrongCodes}`,
});

export const removeTotpSecret = users.update({
  by: ["id"],
  set: ["updatedAt"],
  setText: "totp_secret = NULL, totp_pending = NULL, totp_since = NULL, totp_last_step = NULL",
});

export const updateTakenStep = users.update({ by: ["id"], set: ["totpLastStep"], setText: noWrongCodes });

export const clearWrongCodes = users.update({
  by: ["id"],
  where: "wrong_codes > 0",
  setText: noWrongCodes,
});

export const addWrongCode = users.update({
  by: ["id"],
  set: ["wrongCodeAt"],
  setText: "wrong_codes = wrong_codes + 1",
  audited: [],
});

/** None if the user has no such code, or has used it. */
export const spendRecoveryCode = recoveryCodes.update({
  by: ["userId", "digest"],
  where: "used_at IS NULL",
  set: ["usedAt"],
});

export const deleteRecoveryCodes = recoveryCodes.remove({ by: ["userId"] });

export const insertRecoveryCodes = recoveryCodes.insertMany();
