import type { Session, Transaction } from "../../db/database.ts";
import type { RowOf } from "../../db/table.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { screenings, verificationDecisions, verifications } from "../tables.ts";
import type { ReviewOwner, Stage, Verification, VerificationKey, VerificationState } from "./verification.ts";

const insertRow = verifications.insert();

/** A new review, of an account that was not screened. */
export async function insertVerification(tx: Transaction, verification: Verification): Promise<void> {
  await insertRow(tx, { ...verification, ...verification.state, screenedWith: "" });
}

const findOne = verifications.one({ by: ["tenantId", "accountId"] });

export async function selectVerification(
  session: Session,
  key: VerificationKey,
): Promise<Verification | undefined> {
  const row = await findOne(session, key);
  return row === undefined ? undefined : toVerification(row);
}

const lockOne = verifications.one({ by: ["tenantId", "accountId"], lock: "NO KEY UPDATE" });

export async function selectVerificationForUpdate(
  tx: Transaction,
  key: VerificationKey,
): Promise<Verification | undefined> {
  const row = await lockOne(tx, key);
  return row === undefined ? undefined : toVerification(row);
}

// The revision guards against concurrent changes.
const updateRow = verifications.updateOne({
  by: ["tenantId", "accountId", "revision"],
  set: ["stage", "hasOpenHit", "stageSince", "waitingSince", "updatedAt"],
  setText: "revision = revision + 1",
});

export async function updateVerification(
  tx: Transaction,
  { revision }: Verification,
  after: Verification,
): Promise<void> {
  await updateRow(tx, { ...after, ...after.state, revision });
}

export const updateScreenedWith = verifications.updateOne({
  by: ["tenantId", "accountId"],
  set: ["screenedWith"],
  audited: [],
});

/** Marks the account as not screened, until the next screening. */
export const updateRenamedAt = verifications.updateOne({
  by: ["tenantId", "accountId"],
  set: ["renamedAt"],
  setText: "screened_with = ''",
});

export function toVerification(row: RowOf<typeof verifications>): Verification {
  const { stage, hasOpenHit, screenedWith, renamedAt: _, ...fields } = row;
  return { ...fields, state: toState(stage, hasOpenHit), isScreened: screenedWith !== "" };
}

function toState(stage: Stage, hasOpenHit: boolean): VerificationState {
  if (stage === "documents_required" || stage === "in_review" || stage === "complete")
    return { stage, hasOpenHit };
  assert(!hasOpenHit, `a review in state ${stage} has no open hit`);
  return { stage, hasOpenHit };
}

export type Decision = RowOf<typeof verificationDecisions>;

interface NewDecision
  extends Omit<Decision, keyof ReviewOwner | "actorType" | "actorId" | "requestId" | "listVersion"> {
  readonly cause: Cause;
}

/** Index: screenings_by_account. */
const lastScreening = screenings.one({
  by: ["tenantId", "accountId"],
  columns: ["listVersion"],
  orderBy: ["id DESC"],
});

const insertDecisionRow = verificationDecisions.insert();

/** The list version is that of the account's last screening. */
export async function insertDecision(
  tx: Transaction,
  { tenantId, network, accountId }: ReviewOwner,
  { cause: { actor, requestId }, ...decision }: NewDecision,
): Promise<void> {
  const screening = await lastScreening(tx, { tenantId, accountId });
  await insertDecisionRow(tx, {
    ...decision,
    tenantId,
    network,
    accountId,
    actorType: actor.type,
    actorId: actor.type === "application" || actor.type === "user" ? actor.id : actor.name,
    requestId,
    listVersion: screening?.listVersion,
  });
}

/** Newest first. Index: verification_decisions_tenant_id_account_id_revision_key. */
export const selectDecisions = verificationDecisions.many({
  by: ["tenantId", "accountId"],
  orderBy: ["revision DESC"],
  limit: true,
});
