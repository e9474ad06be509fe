import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Actor, Cause } from "../../kernel/cause.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { DecisionId, RejectionCode, Stage, Verification, VerificationKey } from "./verification.ts";

/** One step of a review: actor, time, reason, states before and after. Never changed. */
export interface Decision {
  readonly id: DecisionId;
  readonly at: Instant;
  readonly event: string;
  readonly fromStage: Stage;
  readonly toStage: Stage;
  /** The revision of the review that it created. */
  readonly revision: number;
  readonly actorType: Actor["type"];
  readonly actorId: string;
  readonly reason: string | undefined;
  readonly reasonCode: RejectionCode | undefined;
  readonly provider: string | undefined;
  readonly listVersion: string | undefined;
}

export interface NewDecision
  extends Pick<
    Decision,
    "id" | "at" | "event" | "fromStage" | "toStage" | "revision" | "reason" | "reasonCode" | "provider"
  > {
  readonly cause: Cause;
}

/** Index: screenings_by_account. */
const lastListVersion = statement<{ readonly listVersion: string }>(`
  SELECT list_version FROM screenings WHERE tenant_id = $1 AND account_id = $2 ORDER BY id DESC LIMIT 1`);

const insert = statement(`
  INSERT INTO verification_decisions (tenant_id, network, account_id, id, at, event, from_stage, to_stage, revision,
                                      actor_type, actor_id, request_id, reason, reason_code, provider, list_version)
  VALUES ($1, $2, $3, $4, $5::timestamptz, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`);

/** The list version is that of the account's last screening. */
export async function insertDecision(
  tx: Session,
  { tenantId, network, accountId }: Pick<Verification, "tenantId" | "network" | "accountId">,
  decision: NewDecision,
): Promise<void> {
  const { actor, requestId } = decision.cause;
  const screening = await tx.first(lastListVersion, [tenantId, accountId]);
  await tx.run(insert, [
    tenantId,
    network,
    accountId,
    decision.id,
    formatInstant(decision.at),
    decision.event,
    decision.fromStage,
    decision.toStage,
    decision.revision,
    actor.type,
    actor.type === "application" || actor.type === "user" ? actor.id : actor.name,
    requestId,
    decision.reason,
    decision.reasonCode,
    decision.provider,
    screening?.listVersion,
  ]);
}

// Index: verification_decisions_tenant_id_account_id_revision_key.
const selectLatest = statement<Decision>(`
  SELECT id, at, event, from_stage, to_stage, revision, actor_type, actor_id, reason, reason_code, provider,
         list_version
    FROM verification_decisions WHERE tenant_id = $1 AND account_id = $2 ORDER BY revision DESC LIMIT $3`);

/** Newest first. */
export function selectDecisions(
  session: Session,
  { tenantId, accountId }: VerificationKey,
  limit: number,
): Promise<readonly Decision[]> {
  return session.rows(selectLatest, [tenantId, accountId, limit]);
}
