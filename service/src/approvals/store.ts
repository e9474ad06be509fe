import type { Session, Transaction } from "../db/database.ts";
import { list } from "../db/list.ts";
import type { WorkQueue } from "../db/queue.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import type { Approval, ApprovalDecision, ApprovalStatus } from "./approval.ts";
import { approvalDecisions, approvals } from "./tables.ts";

/** Of the sealed request: the context that it is bound to. */
export interface StoredApproval extends Approval {
  readonly request: Buffer;
}

const insertOne = approvals.insert();

export function insertApproval(tx: Transaction, approval: StoredApproval): void {
  const { requester, affectedNetwork, assets, destination, counted } = approval;
  insertOne.later(tx, {
    ...approval,
    requesterType: requester.type,
    requesterId: requester.id,
    facts: { network: affectedNetwork ?? "both", assets, destination, counted },
  });
}

type ApprovalRow = RowOf<typeof approvals>;

function toApproval({
  requesterType,
  requesterId,
  facts,
  result,
  mailedAt: _,
  ...row
}: ApprovalRow): StoredApproval {
  const { network, assets, destination, counted } = facts;
  return {
    ...row,
    affectedNetwork: network === "both" ? undefined : network,
    assets,
    destination,
    counted,
    requester: { type: requesterType, id: requesterId },
    hasResult: result !== undefined,
  };
}

const keyColumns = ["tenantId", "network", "id", "isOfOperators"] as const;

/** Names an approval within its workspace. */
export type ApprovalKey = Pick<ApprovalRow, (typeof keyColumns)[number]>;

const findOne = approvals.one({ by: keyColumns });
const lockOne = approvals.one({ by: keyColumns, lock: "UPDATE" });

export async function selectApproval(
  session: Session,
  key: ApprovalKey,
): Promise<StoredApproval | undefined> {
  const row = await findOne(session, key);
  return row && toApproval(row);
}

export async function lockApproval(tx: Transaction, key: ApprovalKey): Promise<StoredApproval | undefined> {
  const row = await lockOne(tx, key);
  return row && toApproval(row);
}

interface ApprovalFilters {
  readonly status?: ApprovalStatus | undefined;
}

const approvalTotals = {
  status: "status",
  currency: "CASE WHEN cents IS NULL THEN '' ELSE 'USD' END",
  network: "network",
  units: "cents * 10000",
};

/** Of a workspace, newest first. Primary key. */
export const approvalList = list<
  ApprovalRow,
  ApprovalFilters & Pick<ApprovalKey, "tenantId" | "network">,
  StoredApproval
>({
  from: approvals,
  where: ["NOT is_of_operators"],
  filters: { tenantId: "tenant_id", network: "network", status: "status" },
  totals: approvalTotals,
  toItem: toApproval,
});

/** What operators may see: the rules of a tenant are not theirs. */
const ofOperators = `(is_of_operators OR demands @> '[{"setBy": "platform"}]')`;

/**
 * What operators request, and what they must approve, newest first. Indexes: approvals_by_id; approvals_pending for what
 * waits.
 */
export const operatorApprovals = list<ApprovalRow, ApprovalFilters, StoredApproval>({
  from: approvals,
  where: [ofOperators],
  filters: { status: "status" },
  totals: approvalTotals,
  toItem: toApproval,
});

/** Oldest first, over all tenants: for operators at the command line. Index: approvals_pending. */
export const pendingApprovals = list<ApprovalRow, object, StoredApproval>({
  from: approvals,
  where: ["status = 'pending'"],
  filters: {},
  first: "oldest",
  toItem: toApproval,
});

// Index: approvals_by_id.
const findById = approvals.one({ by: ["id"], where: ofOperators });

export async function selectOneOfOperators(
  session: Session,
  id: string,
): Promise<StoredApproval | undefined> {
  const row = await findById(session, { id });
  return row && toApproval(row);
}

export const updateApproval = approvals.update({
  by: ["tenantId", "id"],
  set: ["status", "outcome", "demands", "updatedAt", "result"],
});

// Primary key.
const takeOne = statement<{ readonly result: Buffer }>(
  `
  WITH taken AS (SELECT tenant_id, id, result FROM approvals WHERE tenant_id = $1 AND id = $2 FOR UPDATE)
  UPDATE approvals SET result = NULL FROM taken
  WHERE approvals.tenant_id = taken.tenant_id AND approvals.id = taken.id AND taken.result IS NOT NULL
  RETURNING taken.result`,
  { audited: ["approval"] },
);

/** Returns the sealed result and removes it; undefined if there is none. */
export async function takeResult(
  tx: Transaction,
  { tenantId, id }: Pick<ApprovalKey, "tenantId" | "id">,
): Promise<Buffer | undefined> {
  return (await tx.first(takeOne, [tenantId, id]))?.result;
}

const insertOneDecision = approvalDecisions.insert();

export function insertDecision(tx: Transaction, key: ApprovalKey, decision: ApprovalDecision): void {
  const { by, ...row } = decision;
  const { tenantId, network, id: approvalId } = key;
  insertOneDecision.later(tx, { tenantId, network, approvalId, ...row, actorType: by.type, actorId: by.id });
}

// Ids are in order of time.
const decisionsOf = approvalDecisions.many({ by: ["tenantId", "approvalId"], orderBy: ["id"] });

export async function selectDecisions(
  session: Session,
  { tenantId, id }: Pick<ApprovalKey, "tenantId" | "id">,
): Promise<readonly ApprovalDecision[]> {
  const rows = await decisionsOf(session, { tenantId, approvalId: id });
  return rows.map(({ actorType, actorId, ...row }) => ({ ...row, by: { type: actorType, id: actorId } }));
}

/** Index: approvals_by_expiry. */
export const selectExpired = approvals.many({
  by: ["expiresAt <="],
  columns: keyColumns,
  where: "status = 'pending'",
  orderBy: ["expiresAt"],
  limit: true,
});

/** Over all tenants: for the job that notifies approvers. Index: approvals_unmailed. */
export const selectUnmailed = approvals.many({
  columns: keyColumns,
  where: "status = 'pending' AND mailed_at IS NULL",
  orderBy: ["id"],
  limit: true,
});

/** None if another node was first. */
export const noteMailed = approvals.update({
  by: ["tenantId", "id"],
  where: "mailed_at IS NULL",
  set: ["mailedAt"],
  audited: [],
});

/** Over all tenants: the audit log of an operator's command names none. Index: approvals_by_id. */
export const selectEnded = approvals.many({
  by: ["id[]"],
  columns: [...keyColumns, "operation", "status", "requesterType", "requesterId"],
  where: "status <> 'pending'",
  orderBy: ["id"],
});

/** The end of an approval, for its requester. */
export type EndedApproval = Awaited<ReturnType<typeof selectEnded>>[number];

/** Indexes: approvals_pending, approvals_by_id. */
export const approvalQueue: WorkQueue = {
  from: approvals,
  visible: ofOperators,
  where: `status = 'pending' AND ${ofOperators}`,
  orderBy: "id",
  since: "created_at",
  title: "operation",
  cents: "cents",
};
