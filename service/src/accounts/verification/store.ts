import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { AccountStatus } from "../account.ts";
import type { Stage, Verification, VerificationKey, VerificationState } from "./verification.ts";

export const verificationColumns = `tenant_id, network, account_id, stage, has_open_hit, revision, stage_since, waiting_since,
  screened_with, created_at, updated_at`;

export type VerificationRow = Omit<Verification, "state" | "isScreened"> & {
  readonly stage: Stage;
  readonly hasOpenHit: boolean;
  readonly screenedWith: string;
};

const insert = statement(`
  INSERT INTO verifications (${verificationColumns})
  VALUES ($1, $2, $3, $4, $5, $6, $7::timestamptz, $8::timestamptz, '', $9::timestamptz, $10::timestamptz)`);

export async function insertVerification(tx: Session, verification: Verification): Promise<void> {
  const { tenantId, network, accountId, state, revision } = verification;
  const { stageSince, waitingSince, createdAt, updatedAt } = verification;
  await tx.run(insert, [
    tenantId,
    network,
    accountId,
    state.stage,
    state.hasOpenHit,
    revision,
    formatInstant(stageSince),
    waitingSince === undefined ? null : formatInstant(waitingSince),
    formatInstant(createdAt),
    formatInstant(updatedAt),
  ]);
}

// By the primary key.
const findOne = statement<VerificationRow>(`
  SELECT ${verificationColumns} FROM verifications WHERE tenant_id = $1 AND account_id = $2`);

export async function selectVerification(
  session: Session,
  { tenantId, accountId }: VerificationKey,
): Promise<Verification | undefined> {
  const row = await session.first(findOne, [tenantId, accountId]);
  return row === undefined ? undefined : toVerification(row);
}

// By the primary key.
const lockOne = statement<VerificationRow>(`
  SELECT ${verificationColumns} FROM verifications WHERE tenant_id = $1 AND account_id = $2 FOR NO KEY UPDATE`);

export async function selectVerificationForUpdate(
  tx: Session,
  { tenantId, accountId }: VerificationKey,
): Promise<Verification | undefined> {
  const row = await tx.first(lockOne, [tenantId, accountId]);
  return row === undefined ? undefined : toVerification(row);
}

// By the primary key; the revision guards against concurrent changes.
const update = statement(`
  UPDATE verifications
     SET stage = $4, has_open_hit = $5, revision = revision + 1, stage_since = $6::timestamptz,
         waiting_since = $7::timestamptz, updated_at = $8::timestamptz
   WHERE tenant_id = $1 AND account_id = $2 AND revision = $3`);

export async function updateVerification(
  tx: Session,
  before: Verification,
  after: Omit<Verification, "revision">,
): Promise<void> {
  const touched = await tx.run(update, [
    before.tenantId,
    before.accountId,
    before.revision,
    after.state.stage,
    after.state.hasOpenHit,
    formatInstant(after.stageSince),
    after.waitingSince === undefined ? null : formatInstant(after.waitingSince),
    formatInstant(after.updatedAt),
  ]);
  assert(touched === 1, "a review is updated under its lock");
}

// By the primary key.
const updateScreened = statement(`
  UPDATE verifications SET screened_with = $3 WHERE tenant_id = $1 AND account_id = $2`);

export async function updateScreenedWith(
  tx: Session,
  { tenantId, accountId }: VerificationKey,
  screenedWith: string,
): Promise<void> {
  await tx.run(updateScreened, [tenantId, accountId, screenedWith]);
}

// By the primary key. Earlier findings on the business apply to its previous names only.
const updateRenamed = statement(`
  UPDATE verifications SET screened_with = '', renamed_at = $3::timestamptz
   WHERE tenant_id = $1 AND account_id = $2`);

/** Marks the account as not screened, until the next screening. */
export async function updateRenamedAt(
  tx: Session,
  { tenantId, accountId }: VerificationKey,
  renamedAt: Instant,
): Promise<void> {
  await tx.run(updateRenamed, [tenantId, accountId, formatInstant(renamedAt)]);
}

// By the primary key.
const updateAccount = statement(`
  UPDATE accounts SET status = $3, updated_at = $4::timestamptz
   WHERE tenant_id = $1 AND id = $2 AND status = 'pending'`);

/** Called even if the status stays pending: new requirements are a change of the account. */
export async function updatePendingAccount(
  tx: Session,
  { tenantId, accountId }: VerificationKey,
  { status, updatedAt }: { readonly status: AccountStatus; readonly updatedAt: Instant },
): Promise<void> {
  const touched = await tx.run(updateAccount, [tenantId, accountId, status, formatInstant(updatedAt)]);
  assert(touched === 1, "an account with an open review is pending");
}

export function toVerification(row: VerificationRow): Verification {
  const { stage, hasOpenHit, screenedWith, ...fields } = row;
  return { ...fields, state: toState(stage, hasOpenHit), isScreened: screenedWith !== "" };
}

function toState(stage: Stage, hasOpenHit: boolean): VerificationState {
  if (stage === "documents_required" || stage === "in_review" || stage === "complete")
    return { stage, hasOpenHit };
  assert(!hasOpenHit, `a review in state ${stage} has no open hit`);
  return { stage, hasOpenHit };
}
