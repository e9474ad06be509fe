import { waitingReviews } from "../../accounts/index.ts";
import { approvalQueue } from "../../approvals/index.ts";
import { openClaimQueue } from "../../claims/index.ts";
import type { Session, Transaction } from "../../db/database.ts";
import type { WorkQueue } from "../../db/queue.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { Network, TenantId, UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { suspenseQueue } from "../../payments/index.ts";
import { openItemQueue } from "../../rails/engine/item-store.ts";
import { heldDepositQueue } from "../../tokens/index.ts";
import { failedRefundQueue, heldTransferQueue } from "../../transfers/index.ts";
import type { workItems } from "../tables.ts";

/** An item that waits for a decision. */
export interface QueuedItem {
  readonly id: string;
  /** Undefined for items of the platform. */
  readonly tenantId: TenantId | undefined;
  readonly network: Network;
  /** What it is about: a name or a reason code. */
  readonly title: string | undefined;
  readonly units: bigint | undefined;
  readonly scale: number | undefined;
  readonly currency: string | undefined;
  readonly since: Instant;
}

const noAmount = "NULL::numeric AS units, NULL::int AS scale, NULL::text AS currency";
const amountOf = ({ amount, cents }: WorkQueue): string =>
  amount ?? (cents === undefined ? noAmount : `${cents} AS units, 2 AS scale, 'USD' AS currency`);

const statementsOf = (queue: WorkQueue) => {
  const { from, id = "id", where, orderBy, since, title, visible = "true" } = queue;
  const tenantId = queue.isOfPlatform === true ? "NULL::text" : "tenant_id";
  return {
    items: statement<QueuedItem>(`
      SELECT ${id} AS id, ${tenantId} AS tenant_id, network, ${title} AS title, ${amountOf(queue)}, ${since} AS since
        FROM ${from.name} WHERE ${where} ORDER BY ${orderBy} LIMIT $1`),
    object: statement<{ readonly id: string }>(
      `SELECT ${id} AS id FROM ${from.name} WHERE ${id} = $1 AND ${visible} LIMIT 1`,
    ),
  };
};

/** Queues whose items operators decide one by one. */
const queues = {
  review: statementsOf(waitingReviews),
  held_transfer: statementsOf(heldTransferQueue),
  held_deposit: statementsOf(heldDepositQueue),
  failed_refund: statementsOf(failedRefundQueue),
  suspense: statementsOf(suspenseQueue),
  claim: statementsOf(openClaimQueue),
  approval: statementsOf(approvalQueue),
  bank_item: statementsOf(openItemQueue),
} as const;
export type WorkKind = keyof typeof queues;
export const workKinds = Object.keys(queues) as readonly WorkKind[];

/** Items of one queue, the oldest first, up to a limit. */
export function selectQueue(session: Session, kind: WorkKind, limit: number): Promise<readonly QueuedItem[]> {
  return session.rows(queues[kind].items, [limit]);
}

/** Whether what an item is about exists; it may have been decided since. */
export async function hasObject(session: Session, { kind, objectId }: WorkKey): Promise<boolean> {
  return (await session.first(queues[kind].object, [objectId])) !== undefined;
}

export interface WorkNote {
  readonly author_id: UserId;
  readonly at: string;
  readonly text: string;
  readonly mentions: readonly UserId[];
}

/** What operators have written down about an item. */
export type WorkState = RowOf<typeof workItems>;

// Primary key.
const findMany = statement<WorkState>(`
  SELECT item.* FROM unnest($1::text[], $2::text[]) AS requested (requested_kind, requested_id)
  CROSS JOIN LATERAL (
    SELECT * FROM work_items WHERE kind = requested_kind AND object_id = requested_id LIMIT 1) AS item`);

export type WorkKey = Pick<WorkState, "kind" | "objectId">;

/** Of the items that have a state. */
export function selectStates(session: Session, keys: readonly WorkKey[]): Promise<readonly WorkState[]> {
  return session.rows(findMany, [keys.map(({ kind }) => kind), keys.map(({ objectId }) => objectId)]);
}

// Primary key.
const assign = statement(`
  INSERT INTO work_items (kind, object_id, assignee_id, due_at, updated_at)
  VALUES ($1, $2, $3, $4::timestamptz, $5::timestamptz)
  ON CONFLICT (kind, object_id) DO UPDATE
    SET assignee_id = CASE WHEN $6::boolean THEN excluded.assignee_id ELSE work_items.assignee_id END,
        due_at = CASE WHEN $7::boolean THEN excluded.due_at ELSE work_items.due_at END,
        updated_at = excluded.updated_at`);

/** What is undefined is left unchanged; null removes it. */
export interface Assignment {
  readonly assigneeId: UserId | null | undefined;
  readonly dueAt: Instant | null | undefined;
}

export async function writeAssignment(
  tx: Transaction,
  { kind, objectId, assigneeId, dueAt }: WorkKey & Assignment,
  now: Instant,
): Promise<void> {
  const due = dueAt === undefined || dueAt === null ? null : formatInstant(dueAt);
  const changes = [assigneeId !== undefined, dueAt !== undefined];
  await tx.run(assign, [kind, objectId, assigneeId ?? null, due, formatInstant(now), ...changes]);
}

// Primary key.
const append = statement(`
  INSERT INTO work_items (kind, object_id, notes, updated_at)
  VALUES ($1, $2, $3::jsonb, $4::timestamptz)
  ON CONFLICT (kind, object_id) DO UPDATE
    SET notes = work_items.notes || excluded.notes, updated_at = excluded.updated_at`);

export async function appendNote(
  tx: Transaction,
  { kind, objectId }: WorkKey,
  note: WorkNote,
): Promise<void> {
  await tx.run(append, [kind, objectId, JSON.stringify([note]), note.at]);
}

/** A note that mentions a user. */
export interface Mention extends WorkKey {
  readonly authorId: UserId;
  readonly at: Instant;
  readonly text: string;
}

// Index: work_items_by_mention.
const mentions = statement<Mention>(`
  SELECT item.kind, item.object_id, note ->> 'author_id' AS author_id, (note ->> 'at')::timestamptz AS at,
         note ->> 'text' AS text
    FROM work_items AS item CROSS JOIN LATERAL jsonb_array_elements(item.notes) AS note
   WHERE item.notes @> jsonb_build_array(jsonb_build_object('mentions', jsonb_build_array($1::text)))
     AND note -> 'mentions' ? $1 AND (note ->> 'at')::timestamptz > $2::timestamptz
   ORDER BY at DESC LIMIT $3`);

/** The newest notes that mention a user, since a time. */
export function selectMentions(
  session: Session,
  { userId, since, limit }: { readonly userId: UserId; readonly since: Instant; readonly limit: number },
): Promise<readonly Mention[]> {
  return session.rows(mentions, [userId, formatInstant(since), limit]);
}
