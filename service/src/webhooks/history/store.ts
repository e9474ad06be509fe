import type { Session, Transaction } from "../../db/database.ts";
import { listById } from "../../db/list-pages.ts";
import { type Statement, statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { commitInTwoPhases } from "../../db/two-phases.ts";
import { lowestIdAt, type Network, type TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { SubscriberKey, SubscriptionId, SubscriptionKey } from "../subscriptions/subscription.ts";
import { webhookAttempts } from "../tables.ts";
import {
  type AttemptDetails,
  type AttemptStatus,
  type AttemptSummary,
  attemptStatuses,
  type MadeAttempt,
} from "./attempt-summary.ts";

export interface AttemptFilters extends SubscriberKey {
  readonly subscriptionId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly status?: AttemptStatus | undefined;
}

/** Attempts of an account's subscriptions, newest first. */
export const attemptList = listById(
  async (
    session,
    filters: AttemptFilters,
    { direction, position, limit },
  ): Promise<readonly AttemptSummary[]> => {
    const { tenantId, accountId, network, subscriptionId, status = "any", eventType, eventId } = filters;
    const values = [tenantId, accountId, network, subscriptionId, position, limit, eventType];
    const isOfEvent = eventId !== undefined;
    const found = slices[isOfEvent ? "ofEvent" : "all"][direction][status];
    return (await session.rows(found, isOfEvent ? [...values, eventId] : values)).map(toAttempt);
  },
);

type Direction = keyof typeof walks;
type StatusFilter = AttemptStatus | "any";

/** Newest first, or nearest to the position first. The position is always given, so that the index can be used. */
const walks = {
  after: { where: "id < $5", order: "id DESC" },
  before: { where: "id > $5", order: "id" },
};

const queueColumns = `
  subscription_id, id, event_id, event_type, reason, attempt_number, 'pending' AS status, NULL::integer AS status_code,
  NULL::text AS failure_message, NULL::text AS request_url, NULL::integer AS duration_ms, NULL::text AS excerpt,
  due_at AS next_attempt_at, inserted_at`;

const attemptColumns = `
  subscription_id, id, event_id, event_type, reason, attempt_number, status, status_code, failure_message,
  request_url, duration_ms, response_excerpt AS excerpt, next_attempt_at, inserted_at`;

/** The next attempt is found by index webhook_queue_by_event, and distinguished from another resend by its due time. */
const shownColumns = `
  subscription_id, attempt.id, event_id, event_type, reason, attempt_number, attempt.status, status_code,
  failure_message, coalesce(request_url, subscription.url) AS request_url, duration_ms, excerpt,
  inserted_at, CASE WHEN attempt.status <> 'failed' OR EXISTS (
    SELECT FROM webhook_queue AS next
     WHERE next.tenant_id = $1 AND next.event_id = attempt.event_id AND next.subscription_id = attempt.subscription_id
       AND next.reason = attempt.reason AND next.attempt_number = attempt.attempt_number + 1
       AND next.due_at = attempt.next_attempt_at) THEN next_attempt_at END AS next_attempt_at`;

const subscriptionsOfAccount = `
  SELECT id, url FROM webhook_subscriptions
   WHERE tenant_id = $1 AND account_id = $2 AND network = $3 AND ($4::text IS NULL OR id = $4)`;

/** The status is in the text, not a parameter: otherwise the partial index of failed attempts is not used. */
function tablesWith(status: StatusFilter, rest: (columns: string, table: string) => string): string {
  const queued = rest(queueColumns, "webhook_queue");
  const made = rest(attemptColumns, "webhook_attempts");
  if (status === "pending") return queued;
  if (status === "any") return `(${queued}) UNION ALL (${made})`;
  return made;
}

/**
 * The newest few of each subscription, then the newest of all. Indexes: webhook_subscriptions_by_account,
 * webhook_queue_pkey, webhook_attempts_pkey, webhook_attempts_failed.
 */
function sliceOfAll(direction: Direction, status: StatusFilter): Statement<AttemptRow> {
  const { where, order } = walks[direction];
  const tables = tablesWith(
    status,
    (columns, table) => `
      SELECT ${columns} FROM ${table}
       WHERE tenant_id = $1 AND subscription_id = subscription.id AND ${where}
         AND ($7::text IS NULL OR event_type = $7)${statusIs(status)}
       ORDER BY ${order} LIMIT $6`,
  );
  return statement<AttemptRow>(`
    SELECT ${shownColumns}
      FROM (${subscriptionsOfAccount}) AS subscription CROSS JOIN LATERAL (${tables}) AS attempt
     ORDER BY attempt.${order} LIMIT $6`);
}

/** An event has few attempts. Indexes: webhook_queue_by_event, webhook_attempts_by_event. */
function sliceOfEvent(direction: Direction, status: StatusFilter): Statement<AttemptRow> {
  const { where, order } = walks[direction];
  const tables = tablesWith(
    status,
    (columns, table) => `
      SELECT ${columns} FROM ${table}
       WHERE tenant_id = $1 AND event_id = $8 AND ${where}
         AND ($7::text IS NULL OR event_type = $7)${statusIs(status)}`,
  );
  return statement<AttemptRow>(`
    SELECT ${shownColumns}
      FROM (${tables}) AS attempt JOIN (${subscriptionsOfAccount}) AS subscription
        ON subscription.id = attempt.subscription_id
     ORDER BY attempt.${order} LIMIT $6`);
}

function statusIs(status: StatusFilter): string {
  return status === "any" || status === "pending" ? "" : ` AND status = '${status}'`;
}

function forEach(make: (direction: Direction, status: StatusFilter) => Statement) {
  const of = (direction: Direction) =>
    Object.fromEntries(
      (["any", ...attemptStatuses] as const).map((status) => [status, make(direction, status)]),
    ) as Readonly<Record<StatusFilter, Statement<AttemptRow>>>;
  return { after: of("after"), before: of("before") };
}

const slices = { all: forEach(sliceOfAll), ofEvent: forEach(sliceOfEvent) };

export async function selectAttempt(
  session: Session,
  { tenantId, accountId, network }: SubscriberKey,
  id: string,
): Promise<AttemptSummary | undefined> {
  const row = await session.first(oneStatement, [tenantId, accountId, network, null, id]);
  return row === undefined ? undefined : toAttempt(row);
}

/** By the primary keys, one lookup per subscription of the account. */
const oneStatement = statement<AttemptRow>(`
  SELECT ${shownColumns}
    FROM (${subscriptionsOfAccount}) AS subscription CROSS JOIN LATERAL (${tablesWith(
      "any",
      (columns, table) =>
        `SELECT ${columns} FROM ${table} WHERE tenant_id = $1 AND subscription_id = subscription.id AND id = $5`,
    )}) AS attempt
   LIMIT 1`);

const selectDetails = webhookAttempts.one({
  by: ["tenantId", "subscriptionId", "id"],
  columns: ["sentAt", "secretIds", "responseHeaders"],
});

/** Undefined for an attempt that was not made yet. */
export async function selectAttemptDetails(
  session: Session,
  key: Pick<RowOf<typeof webhookAttempts>, "tenantId" | "subscriptionId" | "id">,
): Promise<AttemptDetails | undefined> {
  const row = await selectDetails(session, key);
  return row && { ...row, secretIds: row.secretIds?.split(" ") ?? [] };
}

/** An attempt of any tenant, and its owner. */
export interface PlacedAttempt extends SubscriberKey {
  readonly subscriptionId: SubscriptionId;
  readonly eventType: string;
}

// By the primary keys, one lookup per subscription: there is no index across tenants. Subscriptions are few compared to
// everything else, and an index of all attempts would cost more than these rare operator queries.
const placedStatement = statement<PlacedAttempt>(`
  SELECT subscription.tenant_id, subscription.network, subscription.account_id,
         subscription.id AS subscription_id, attempt.event_type
    FROM webhook_subscriptions AS subscription CROSS JOIN LATERAL (
      SELECT event_type FROM webhook_queue
       WHERE tenant_id = subscription.tenant_id AND subscription_id = subscription.id AND id = $1
      UNION ALL
      SELECT event_type FROM webhook_attempts
       WHERE tenant_id = subscription.tenant_id AND subscription_id = subscription.id AND id = $1
      LIMIT 1) AS attempt
   WHERE $2::text[] IS NULL OR subscription.tenant_id = ANY ($2::text[])
   LIMIT 1`);

/** In these tenants, or in all when none are given. */
export function selectPlacedAttempt(
  session: Session,
  { id, tenantIds }: { readonly id: string; readonly tenantIds: readonly TenantId[] | undefined },
): Promise<PlacedAttempt | undefined> {
  return session.first(placedStatement, [id, tenantIds ?? null]);
}

interface AttemptRow extends Omit<MadeAttempt, "status" | "durationMs"> {
  readonly status: AttemptStatus;
  readonly durationMs: number | undefined;
}

function toAttempt({ status, statusCode, failureMessage, excerpt, ...row }: AttemptRow): AttemptSummary {
  const { durationMs, nextAttemptAt, ...fields } = row;
  if (status === "pending") {
    return { ...fields, status, dueAt: nextAttemptAt ?? fields.insertedAt };
  }
  return {
    ...fields,
    status,
    statusCode,
    failureMessage,
    durationMs: durationMs ?? 0,
    excerpt,
    nextAttemptAt,
  };
}

const insertAttempt = webhookAttempts.insert();

/** A test is never queued: it is recorded directly as a completed attempt. */
export async function insertTestAttempt(
  tx: Transaction,
  { tenantId, network }: { readonly tenantId: TenantId; readonly network: Network },
  { excerpt: responseExcerpt, ...attempt }: MadeAttempt,
  { secretIds, ...details }: AttemptDetails & { readonly endedAt: Instant },
): Promise<void> {
  commitInTwoPhases(tx);
  const sent = { responseExcerpt, ...details, secretIds: secretIds.join(" ") };
  await insertAttempt(tx, { ...attempt, tenantId, network, ...sent });
}

export type SubscriptionPlace = Pick<SubscriptionKey, "tenantId" | "id">;

/** By the primary key, over all tenants: for maintenance, never in a request. */
export async function selectPlacesAfter(
  session: Session,
  after: SubscriptionPlace | undefined,
  limit: number,
): Promise<readonly SubscriptionPlace[]> {
  return session.rows(placesStatement, [after?.tenantId ?? "", after?.id ?? "", limit]);
}

const placesStatement = statement<SubscriptionPlace>(`
  SELECT tenant_id, id FROM webhook_subscriptions
   WHERE (tenant_id, id) > ($1, $2) ORDER BY tenant_id, id LIMIT $3`);

/** Deletes some attempts of these subscriptions that ended before the given time; returns how many. */
export async function deleteAttemptsBefore(
  session: Session,
  places: readonly SubscriptionPlace[],
  before: Instant,
  limit: number,
): Promise<number> {
  return session.run(deleteStatement, [
    places.map(({ tenantId }) => tenantId),
    places.map(({ id }) => id),
    lowestIdAt(before),
    formatInstant(before),
    limit,
  ]);
}

/**
 * An attempt's id begins with a time that is not after its end, so the primary key leads to the old ones of each
 * subscription. The end decides: an attempt that waited for months and was sent today has an old id.
 */
const deleteStatement = statement(`
  DELETE FROM webhook_attempts
   WHERE ctid = ANY (ARRAY(
     SELECT old.ctid
       FROM unnest($1::text[], $2::text[]) AS place (tenant_id, subscription_id)
      CROSS JOIN LATERAL (
        SELECT ctid FROM webhook_attempts
         WHERE tenant_id = place.tenant_id AND subscription_id = place.subscription_id AND id < $3
           AND ended_at < $4::timestamptz
         ORDER BY id LIMIT $5) AS old
      LIMIT $5))`);

export const attemptView = webhookAttempts.view("tenant_id, subscription_id, id");
