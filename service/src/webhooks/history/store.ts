import type { Session } from "../../db/database.ts";
import { type SqlValue, type Statement, statement } from "../../db/statement.ts";
import type { EventId } from "../../events/index.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { AttemptId } from "../delivery/store.ts";
import type { SubscriberKey, SubscriptionId } from "../subscriptions/subscription.ts";
import {
  type AttemptReason,
  type AttemptStatus,
  type AttemptSummary,
  attemptStatuses,
} from "./attempt-summary.ts";

/** A range of the attempts of an account's subscriptions, next to a position and in one direction. */
export interface AttemptSlice extends SubscriberKey {
  readonly subscriptionId: string | undefined;
  readonly eventId: string | undefined;
  readonly eventType: string | undefined;
  readonly status: AttemptStatus | undefined;
  readonly direction: "after" | "before";
  readonly position: string | undefined;
  readonly limit: number;
}

export async function selectAttempts(
  session: Session,
  slice: AttemptSlice,
): Promise<readonly AttemptSummary[]> {
  const { tenantId, accountId, network, subscriptionId, position, limit, eventType, eventId } = slice;
  const values: readonly SqlValue[] = [
    tenantId,
    accountId,
    network,
    subscriptionId ?? null,
    position ?? beyond[slice.direction],
    limit,
    eventType ?? null,
    ...(eventId === undefined ? [] : [eventId]),
  ];
  const found = slices[eventId === undefined ? "all" : "ofEvent"][slice.direction][slice.status ?? "any"];
  return (await session.rows<AttemptRow>(found, values)).map(toAttempt);
}

/** Start of the first page: above every id, or below. */
const beyond = { after: "~", before: "" } as const;

type Direction = AttemptSlice["direction"];
type StatusFilter = AttemptStatus | "any";

/** Newest first, or nearest to the position first. The position is always given, so that the index can be used. */
const walks: Readonly<Record<Direction, { readonly where: string; readonly order: string }>> = {
  after: { where: "id < $5", order: "id DESC" },
  before: { where: "id > $5", order: "id" },
};

const queueColumns = `
  subscription_id AS "subscriptionId", id, event_id AS "eventId", event_type AS "eventType", reason,
  attempt_number AS "attemptNumber", 'pending' AS status, NULL::integer AS "statusCode",
  NULL::text AS "failureMessage", NULL::text AS "requestUrl", NULL::integer AS "durationMs", NULL::text AS excerpt,
  due_at AS "nextAttemptAt", inserted_at AS "insertedAt"`;

const attemptColumns = `
  subscription_id AS "subscriptionId", id, event_id AS "eventId", event_type AS "eventType", reason,
  attempt_number AS "attemptNumber", status, status_code AS "statusCode", failure_message AS "failureMessage",
  request_url AS "requestUrl", duration_ms AS "durationMs", response_excerpt AS excerpt,
  next_attempt_at AS "nextAttemptAt", inserted_at AS "insertedAt"`;

/** The next attempt is found by index webhook_queue_by_event, and distinguished from another resend by its due time. */
const shownColumns = `
  "subscriptionId", attempt.id, "eventId", "eventType", reason, "attemptNumber", attempt.status, "statusCode",
  "failureMessage", coalesce("requestUrl", subscription.url) AS "requestUrl", "durationMs", excerpt,
  "nextAttemptAt", "insertedAt", attempt.status = 'failed' AND EXISTS (
    SELECT FROM webhook_queue AS next
     WHERE next.tenant_id = $1 AND next.event_id = "eventId" AND next.subscription_id = "subscriptionId"
       AND next.reason = attempt.reason AND next.attempt_number = "attemptNumber" + 1
       AND next.due_at = "nextAttemptAt") AS "isNextWaiting"`;

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
function sliceOfAll(direction: Direction, status: StatusFilter): Statement {
  const { where, order } = walks[direction];
  const tables = tablesWith(
    status,
    (columns, table) => `
      SELECT ${columns} FROM ${table}
       WHERE tenant_id = $1 AND subscription_id = subscription.id AND ${where}
         AND ($7::text IS NULL OR event_type = $7)${statusIs(status)}
       ORDER BY ${order} LIMIT $6`,
  );
  return statement(`
    SELECT ${shownColumns}
      FROM (${subscriptionsOfAccount}) AS subscription CROSS JOIN LATERAL (${tables}) AS attempt
     ORDER BY attempt.${order} LIMIT $6`);
}

/** An event has few attempts. Indexes: webhook_queue_by_event, webhook_attempts_by_event. */
function sliceOfEvent(direction: Direction, status: StatusFilter): Statement {
  const { where, order } = walks[direction];
  const tables = tablesWith(
    status,
    (columns, table) => `
      SELECT ${columns} FROM ${table}
       WHERE tenant_id = $1 AND event_id = $8 AND ${where}
         AND ($7::text IS NULL OR event_type = $7)${statusIs(status)}`,
  );
  return statement(`
    SELECT ${shownColumns}
      FROM (${tables}) AS attempt JOIN (${subscriptionsOfAccount}) AS subscription
        ON subscription.id = attempt."subscriptionId"
     ORDER BY attempt.${order} LIMIT $6`);
}

function statusIs(status: StatusFilter): string {
  return status === "any" || status === "pending" ? "" : ` AND status = '${status}'`;
}

function forEach(make: (direction: Direction, status: StatusFilter) => Statement) {
  const of = (direction: Direction) =>
    Object.fromEntries(
      (["any", ...attemptStatuses] as const).map((status) => [status, make(direction, status)]),
    ) as Readonly<Record<StatusFilter, Statement>>;
  return { after: of("after"), before: of("before") };
}

const slices = { all: forEach(sliceOfAll), ofEvent: forEach(sliceOfEvent) };

export async function selectAttempt(
  session: Session,
  { tenantId, accountId, network }: SubscriberKey,
  id: string,
): Promise<AttemptSummary | undefined> {
  const row = await session.first<AttemptRow>(oneStatement, [tenantId, accountId, network, null, id]);
  return row === undefined ? undefined : toAttempt(row);
}

/** By the primary keys, one lookup per subscription of the account. */
const oneStatement = statement(`
  SELECT ${shownColumns}
    FROM (${subscriptionsOfAccount}) AS subscription CROSS JOIN LATERAL (${tablesWith(
      "any",
      (columns, table) =>
        `SELECT ${columns} FROM ${table} WHERE tenant_id = $1 AND subscription_id = subscription.id AND id = $5`,
    )}) AS attempt
   LIMIT 1`);

/** An attempt of any tenant, and its owner. */
export interface PlacedAttempt extends SubscriberKey {
  readonly subscriptionId: SubscriptionId;
  readonly eventType: string;
}

// By the primary keys, one lookup per subscription: there is no index across tenants. Subscriptions are few compared to
// everything else, and an index of all attempts would cost more than these rare operator queries.
const placedStatement = statement(`
  SELECT subscription.tenant_id AS "tenantId", subscription.network, subscription.account_id AS "accountId",
         subscription.id AS "subscriptionId", attempt.event_type AS "eventType"
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
  return session.first<PlacedAttempt>(placedStatement, [id, tenantIds ?? null]);
}

interface AttemptRow {
  readonly subscriptionId: SubscriptionId;
  readonly id: AttemptId;
  readonly eventId: EventId;
  readonly eventType: string;
  readonly reason: AttemptReason;
  readonly attemptNumber: number;
  readonly status: AttemptStatus;
  readonly statusCode: number | null;
  readonly failureMessage: string | null;
  readonly requestUrl: string;
  readonly durationMs: number | null;
  readonly excerpt: string | null;
  readonly nextAttemptAt: Instant | null;
  readonly isNextWaiting: boolean;
  readonly insertedAt: Instant;
}

function toAttempt({ status, statusCode, failureMessage, excerpt, ...row }: AttemptRow): AttemptSummary {
  const { durationMs, nextAttemptAt, isNextWaiting, ...fields } = row;
  if (status === "pending") {
    return { ...fields, status, dueAt: nextAttemptAt ?? fields.insertedAt };
  }
  return {
    ...fields,
    status,
    statusCode: statusCode ?? undefined,
    failureMessage: failureMessage ?? undefined,
    durationMs: durationMs ?? 0,
    excerpt: excerpt ?? undefined,
    nextAttemptAt: nextAttemptAt ?? undefined,
    isNextWaiting,
  };
}
