import type { Session, Transaction } from "../../db/database.ts";
import { type Statement, statement } from "../../db/statement.ts";
import type { Network, TenantId, UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";

/** Queues whose items operators decide one by one. */
export const workKinds = [
  "review",
  "held_transfer",
  "held_deposit",
  "failed_refund",
  "suspense",
  "claim",
  "approval",
  "bank_item",
] as const;
export type WorkKind = (typeof workKinds)[number];

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

const dollars = (column: string): string => `${column} AS units, 2 AS scale, 'USD' AS currency`;
const noAmount = "NULL::numeric AS units, NULL::int AS scale, NULL::text AS currency";

/** Approvals that operators may read, as in `approvals/store.ts`: the rules of a tenant are not theirs. */
const ofOperators = `(is_of_operators OR demands @> '[{"setBy": "platform"}]')`;

/** Each reads a partial index that contains only pending rows; see `home/overview-store.ts`. */
const queues: Readonly<Record<WorkKind, string>> = {
  review: `SELECT verification.account_id AS id, verification.tenant_id, verification.network, account.name AS title,
      ${noAmount}, waiting_since AS since
    FROM verifications AS verification
    JOIN accounts AS account ON account.tenant_id = verification.tenant_id AND account.id = verification.account_id
    WHERE waiting_since IS NOT NULL ORDER BY waiting_since LIMIT $1`,
  held_transfer: `SELECT id, tenant_id, network, flow AS title, units, 6 AS scale, currency, created_at AS since
    FROM transfers WHERE step = 'held' ORDER BY id LIMIT $1`,
  held_deposit: `SELECT id, tenant_id, network, chain AS title, units, scale::int AS scale, value_type AS currency,
      created_at AS since
    FROM token_deposits WHERE status = 'held' ORDER BY id LIMIT $1`,
  failed_refund: `SELECT id, tenant_id, network, flow AS title, units, 6 AS scale, currency, updated_at AS since
    FROM transfers WHERE step = 'refund_failed' ORDER BY id LIMIT $1`,
  suspense: `SELECT id, tenant_id, network, held_reason AS title, ${dollars("amount_cents")}, coalesce(held_since, inserted_at) AS since
    FROM payments WHERE held_reason IS NOT NULL ORDER BY id LIMIT $1`,
  claim: `SELECT id, tenant_id, network, return_code AS title, ${dollars("remaining_cents")}, opened_at AS since
    FROM claims WHERE status = 'open' ORDER BY id LIMIT $1`,
  approval: `SELECT id, tenant_id, network, operation AS title, ${dollars("cents")}, created_at AS since
    FROM approvals WHERE status = 'pending' AND ${ofOperators} ORDER BY id LIMIT $1`,
  bank_item: `SELECT id, NULL::text AS tenant_id, network, kind AS title, ${dollars("amount_cents")},
      created_at AS since
    FROM bank_items WHERE state = 'open' ORDER BY id LIMIT $1`,
};

/** An item of a queue that always has these fields. */
type Having<Field extends keyof QueuedItem> = Omit<QueuedItem, Field> & {
  readonly [Name in Field]: NonNullable<QueuedItem[Name]>;
};
type OfTransfer = Having<"tenantId" | "title" | "units" | "currency">;

const statements: Readonly<Record<WorkKind, Statement<QueuedItem>>> = {
  review: statement<Having<"tenantId" | "title">>(queues.review),
  held_transfer: statement<OfTransfer>(queues.held_transfer),
  held_deposit: statement<OfTransfer>(queues.held_deposit),
  failed_refund: statement<OfTransfer>(queues.failed_refund),
  suspense: statement<Having<"tenantId" | "units">>(queues.suspense),
  claim: statement<Having<"tenantId" | "title" | "units">>(queues.claim),
  approval: statement<Having<"tenantId" | "title">>(queues.approval),
  bank_item: statement<Having<"title">>(queues.bank_item),
};

/** Items of one queue, the oldest first, up to a limit. */
export function selectQueue(session: Session, kind: WorkKind, limit: number): Promise<readonly QueuedItem[]> {
  return session.rows(statements[kind], [limit]);
}

const byId = (table: string, column = "id") =>
  statement<{ readonly id: string }>(`SELECT ${column} AS id FROM ${table} WHERE ${column} = $1 LIMIT 1`);
const transferById = byId("transfers");

// Indexes: verifications_by_account, transfers_by_id, token_deposits_by_id, payments_by_id, claims_by_id,
// approvals_by_id; the primary key of bank_items.
const objects: Readonly<Record<WorkKind, Statement<{ readonly id: string }>>> = {
  review: byId("verifications", "account_id"),
  held_transfer: transferById,
  held_deposit: byId("token_deposits"),
  failed_refund: transferById,
  suspense: byId("payments"),
  claim: byId("claims"),
  approval: statement<{ readonly id: string }>(
    `SELECT id FROM approvals WHERE id = $1 AND ${ofOperators} LIMIT 1`,
  ),
  bank_item: byId("bank_items"),
};

/** Whether what an item is about exists; it may have been decided since. */
export async function hasObject(session: Session, { kind, objectId }: WorkKey): Promise<boolean> {
  return (await session.first(objects[kind], [objectId])) !== undefined;
}

export interface WorkNote {
  readonly author_id: UserId;
  readonly at: string;
  readonly text: string;
  readonly mentions: readonly UserId[];
}

/** What operators have written down about an item. */
export interface WorkState {
  readonly kind: WorkKind;
  readonly objectId: string;
  readonly assigneeId: UserId | undefined;
  readonly dueAt: Instant | undefined;
  readonly notes: readonly WorkNote[];
}

const columns = "kind, object_id, assignee_id, due_at, notes";

// Primary key.
const findMany = statement<WorkState>(`
  SELECT ${columns} FROM unnest($1::text[], $2::text[]) AS requested (requested_kind, requested_id)
  CROSS JOIN LATERAL (
    SELECT * FROM work_items WHERE kind = requested_kind AND object_id = requested_id LIMIT 1) AS item`);

export interface WorkKey {
  readonly kind: WorkKind;
  readonly objectId: string;
}

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

// There are few operators.
const operators = statement<{ readonly id: UserId; readonly name: string }>(`
  SELECT id, name FROM users WHERE operator_role IS NOT NULL AND disabled_at IS NULL ORDER BY name, id LIMIT $1`);

/** Users that an item can be assigned to. */
export function selectOperators(
  session: Session,
  limit: number,
): Promise<readonly { readonly id: UserId; readonly name: string }[]> {
  return session.rows(operators, [limit]);
}
