import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { type Network, startOfIds, type TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Approval, ApprovalDecision, ApprovalId, ApprovalStatus, Outcome } from "./approval.ts";
import type { Counted } from "./count-amounts.ts";
import type { Party } from "./decide.ts";
import type { Demand } from "./rule.ts";

/** Of the sealed request: the context that it is bound to. */
export interface StoredApproval extends Approval {
  readonly request: Buffer;
}

const insertOne = statement(`
  INSERT INTO approvals (tenant_id, network, id, account_id, operation, endpoint, request, summary, cents,
                         requester_type, requester_id, requester_role, demands, status, created_at, updated_at, expires_at,
                         is_of_operators, facts)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13::jsonb, $14, $15::timestamptz, $15::timestamptz,
          $16::timestamptz, $17, $18::jsonb)`);

export function insertApproval(tx: Transaction, approval: StoredApproval): void {
  const { requester, createdAt, expiresAt } = approval;
  tx.later(insertOne, [
    approval.tenantId,
    approval.network,
    approval.id,
    approval.accountId,
    approval.operation,
    approval.endpoint,
    approval.request,
    JSON.stringify(approval.summary),
    approval.cents,
    requester.type,
    requester.id,
    approval.requesterRole,
    JSON.stringify(approval.demands),
    approval.status,
    formatInstant(createdAt),
    formatInstant(expiresAt),
    approval.isOfOperators,
    JSON.stringify(factsOf(approval)),
  ]);
}

/** What rules look at, besides the columns. */
interface StoredFacts {
  readonly network: Network | "both";
  readonly assets: readonly string[];
  readonly destination?: string | undefined;
  readonly counted?: Counted | undefined;
}

function factsOf({ affectedNetwork, assets, destination, counted }: Approval): StoredFacts {
  return { network: affectedNetwork ?? "both", assets, destination, counted };
}

type ApprovalRow = Omit<StoredApproval, "requester" | "affectedNetwork" | keyof StoredFacts> &
  Pick<Approval, "network"> & {
    readonly facts: StoredFacts;
    readonly requesterType: Party["type"];
    readonly requesterId: string;
  };

const columns = `tenant_id, network, id, account_id, operation, endpoint, request, summary, cents,
  requester_type, requester_id, requester_role, demands, status, created_at, updated_at, expires_at, outcome,
  is_of_operators, result IS NOT NULL AS has_result, facts`;

function toApproval({ requesterType, requesterId, facts, ...row }: ApprovalRow): StoredApproval {
  const { network, assets, destination, counted } = facts;
  return {
    ...row,
    affectedNetwork: network === "both" ? undefined : network,
    assets,
    destination,
    counted,
    requester: { type: requesterType, id: requesterId },
  };
}

/** Names an approval within its workspace. */
export interface ApprovalKey extends Pick<Approval, "tenantId" | "network" | "id" | "isOfOperators"> {}

// Primary key.
const findOne = statement<ApprovalRow>(
  `SELECT ${columns} FROM approvals WHERE tenant_id = $1 AND network = $2 AND id = $3 AND is_of_operators = $4`,
);
const lockOne = statement<ApprovalRow>(
  `SELECT ${columns} FROM approvals
   WHERE tenant_id = $1 AND network = $2 AND id = $3 AND is_of_operators = $4 FOR UPDATE`,
);

export async function selectApproval(
  session: Session,
  key: ApprovalKey,
): Promise<StoredApproval | undefined> {
  const row = await session.first(findOne, [key.tenantId, key.network, key.id, key.isOfOperators]);
  return row && toApproval(row);
}

export async function lockApproval(tx: Transaction, key: ApprovalKey): Promise<StoredApproval | undefined> {
  const row = await tx.first(lockOne, [key.tenantId, key.network, key.id, key.isOfOperators]);
  return row && toApproval(row);
}

export interface ApprovalsSlice {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly status: ApprovalStatus | undefined;
  readonly direction: "after" | "before";
  readonly position: string | undefined;
  readonly limit: number;
}

// Primary key.
const listAfter = statement<ApprovalRow>(`
  SELECT ${columns} FROM approvals
  WHERE tenant_id = $1 AND network = $2 AND NOT is_of_operators AND ($3::text IS NULL OR status = $3) AND id < $4
  ORDER BY id DESC LIMIT $5`);
const listBefore = statement<ApprovalRow>(`
  SELECT ${columns} FROM approvals
  WHERE tenant_id = $1 AND network = $2 AND NOT is_of_operators AND ($3::text IS NULL OR status = $3) AND id > $4
  ORDER BY id LIMIT $5`);

export async function selectApprovals(
  session: Session,
  { tenantId, network, status, direction, position, limit }: ApprovalsSlice,
): Promise<readonly StoredApproval[]> {
  const list = direction === "after" ? listAfter : listBefore;
  return (
    await session.rows(list, [tenantId, network, status, position ?? startOfIds[direction], limit])
  ).map(toApproval);
}

// Index: approvals_by_id; approvals_pending for what waits. Over all tenants: for operators.
const listOfOperators = statement<ApprovalRow>(`
  SELECT ${columns} FROM approvals
  WHERE (is_of_operators OR demands @> '[{"setBy": "platform"}]') AND ($1::text IS NULL OR status = $1)
    AND id < $2
  ORDER BY id DESC LIMIT $3`);
const listOfOperatorsBefore = statement<ApprovalRow>(`
  SELECT ${columns} FROM approvals
  WHERE (is_of_operators OR demands @> '[{"setBy": "platform"}]') AND ($1::text IS NULL OR status = $1)
    AND id > $2
  ORDER BY id LIMIT $3`);

/** What operators request, and what they must approve. */
export async function selectOfOperators(
  session: Session,
  { status, direction, position, limit }: Omit<ApprovalsSlice, "tenantId" | "network">,
): Promise<readonly StoredApproval[]> {
  const list = direction === "after" ? listOfOperators : listOfOperatorsBefore;
  return (await session.rows(list, [status, position ?? startOfIds[direction], limit])).map(toApproval);
}

// Index: approvals_pending. Over all tenants: for operators at the command line.
const pending = statement<ApprovalRow>(`
  SELECT ${columns} FROM approvals WHERE status = 'pending' AND id > $1 ORDER BY id LIMIT $2`);

export async function selectPending(
  session: Session,
  { afterId, limit }: { readonly afterId: string; readonly limit: number },
): Promise<readonly StoredApproval[]> {
  return (await session.rows(pending, [afterId, limit])).map(toApproval);
}

// Index: approvals_by_id.
const findById = statement<ApprovalRow>(`
  SELECT ${columns} FROM approvals WHERE id = $1 AND (is_of_operators OR demands @> '[{"setBy": "platform"}]')`);

export async function selectOneOfOperators(
  session: Session,
  id: ApprovalId,
): Promise<StoredApproval | undefined> {
  const row = await session.first(findById, [id]);
  return row && toApproval(row);
}

// Primary key.
const update = statement(`
  UPDATE approvals SET status = $3, outcome = $4::jsonb, demands = $5::jsonb, updated_at = $6::timestamptz, result = $7
  WHERE tenant_id = $1 AND id = $2`);

export function updateApproval(
  tx: Transaction,
  { tenantId, id }: Pick<ApprovalKey, "tenantId" | "id">,
  change: {
    readonly status: ApprovalStatus;
    readonly outcome?: Outcome | undefined;
    readonly demands: readonly Demand[];
    readonly at: Instant;
    /** Sealed. */
    readonly result?: Buffer | undefined;
  },
): void {
  tx.later(update, [
    tenantId,
    id,
    change.status,
    change.outcome === undefined ? undefined : JSON.stringify(change.outcome),
    JSON.stringify(change.demands),
    formatInstant(change.at),
    change.result,
  ]);
}

// Primary key.
const takeOne = statement<{ readonly result: Buffer }>(`
  WITH taken AS (SELECT tenant_id, id, result FROM approvals WHERE tenant_id = $1 AND id = $2 FOR UPDATE)
  UPDATE approvals SET result = NULL FROM taken
  WHERE approvals.tenant_id = taken.tenant_id AND approvals.id = taken.id AND taken.result IS NOT NULL
  RETURNING taken.result`);

/** Returns the sealed result and removes it; undefined if there is none. */
export async function takeResult(
  tx: Transaction,
  { tenantId, id }: Pick<ApprovalKey, "tenantId" | "id">,
): Promise<Buffer | undefined> {
  return (await tx.first(takeOne, [tenantId, id]))?.result;
}

const insertDecisionStatement = statement(`
  INSERT INTO approval_decisions (tenant_id, network, approval_id, id, kind, actor_type, actor_id, comment, decided_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz)`);

export function insertDecision(tx: Transaction, key: ApprovalKey, decision: ApprovalDecision): void {
  const { id, kind, by, comment, at } = decision;
  const values = [key.tenantId, key.network, key.id, id, kind, by.type, by.id, comment, formatInstant(at)];
  tx.later(insertDecisionStatement, values);
}

type DecisionRow = Omit<ApprovalDecision, "by"> & {
  readonly actorType: Party["type"];
  readonly actorId: string;
};

// Primary key; ids are in order of time.
const decisionsOf = statement<DecisionRow>(`
  SELECT id, kind, actor_type, actor_id, comment, decided_at AS at FROM approval_decisions
  WHERE tenant_id = $1 AND approval_id = $2 ORDER BY id`);

export async function selectDecisions(
  session: Session,
  { tenantId, id }: Pick<ApprovalKey, "tenantId" | "id">,
): Promise<readonly ApprovalDecision[]> {
  const rows = await session.rows(decisionsOf, [tenantId, id]);
  return rows.map(({ actorType, actorId, ...row }) => ({ ...row, by: { type: actorType, id: actorId } }));
}

// Index: approvals_by_expiry.
const expired = statement<ApprovalKey>(`
  SELECT tenant_id, network, id, is_of_operators FROM approvals WHERE status = 'pending' AND expires_at <= $1::timestamptz
  ORDER BY expires_at LIMIT $2`);

export function selectExpired(
  session: Session,
  now: Instant,
  limit: number,
): Promise<readonly ApprovalKey[]> {
  return session.rows(expired, [formatInstant(now), limit]);
}
