import type { Session, Transaction } from "../../db/database.ts";
import { type SqlValue, type Statement, statement } from "../../db/statement.ts";
import { commitInTwoPhases } from "../../db/two-phases.ts";
import type { EventId } from "../../events/index.ts";
import { type Network, startOfIds, type TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { AttemptId } from "../delivery/store.ts";
import type { SubscriberKey, SubscriptionId } from "../subscriptions/subscription.ts";
import {
  type AttemptDetails,
  type AttemptReason,
  type AttemptStatus,
  type AttemptSummary,
  attemptStatuses,
  type MadeAttempt,
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
    position ?? startOfIds[slice.direction],
    limit,
    eventType ?? null,
    ...(eventId === undefined ? [] : [eventId]),
  ];
  const found = slices[eventId === undefined ? "all" : "ofEvent"][slice.direction][slice.status ?? "any"];
  return (await session.rows(found, values)).map(toAttempt);
}

type Direction = AttemptSlice["direction"];
type StatusFilter = AttemptStatus | "any";

/** Newest first, or nearest to the position first. The position is always given, so that the index can be used. */
const walks: Readonly<Record<Direction, { readonly where: string; readonly order: string }>> = {
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

interface DetailRow {
  readonly sentAt: Instant | undefined;
  readonly secretIds: string | undefined;
  readonly responseHeaders: Readonly<Record<string, string>> | undefined;
}

/** Index: webhook_attempts_pkey. */
const detailsStatement = statement<DetailRow>(`
  SELECT sent_at, secret_ids, response_headers FROM webhook_attempts
   WHERE tenant_id = $1 AND subscription_id = $2 AND id = $3`);

/** Undefined for an attempt that was not made yet. */
export async function selectAttemptDetails(
  session: Session,
  tenantId: TenantId,
  { subscriptionId, id }: Pick<AttemptSummary, "subscriptionId" | "id">,
): Promise<AttemptDetails | undefined> {
  const row = await session.first(detailsStatement, [tenantId, subscriptionId, id]);
  return row === undefined ? undefined : { ...row, secretIds: row.secretIds?.split(" ") ?? [] };
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

interface AttemptRow {
  readonly subscriptionId: SubscriptionId;
  readonly id: AttemptId;
  readonly eventId: EventId;
  readonly eventType: string;
  readonly reason: AttemptReason;
  readonly attemptNumber: number;
  readonly status: AttemptStatus;
  readonly statusCode: number | undefined;
  readonly failureMessage: string | undefined;
  readonly requestUrl: string;
  readonly durationMs: number | undefined;
  readonly excerpt: string | undefined;
  readonly nextAttemptAt: Instant | undefined;
  readonly insertedAt: Instant;
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

/** A test is never queued: it is recorded directly as a completed attempt. */
export async function insertTestAttempt(
  tx: Transaction,
  { tenantId, network }: { readonly tenantId: TenantId; readonly network: Network },
  attempt: MadeAttempt,
  { endedAt, ...details }: AttemptDetails & { readonly endedAt: Instant },
): Promise<void> {
  commitInTwoPhases(tx);
  await tx.run(insert, [
    tenantId,
    network,
    attempt.subscriptionId,
    attempt.id,
    attempt.eventId,
    attempt.eventType,
    attempt.attemptNumber,
    attempt.status,
    attempt.statusCode ?? null,
    attempt.failureMessage ?? null,
    attempt.requestUrl,
    attempt.durationMs,
    attempt.excerpt ?? null,
    formatInstant(attempt.insertedAt),
    formatInstant(endedAt),
    details.sentAt === undefined ? null : formatInstant(details.sentAt),
    details.secretIds.join(" "),
    details.responseHeaders === undefined ? null : JSON.stringify(details.responseHeaders),
  ]);
}

const insert = statement(`
  INSERT INTO webhook_attempts (tenant_id, network, subscription_id, id, event_id, event_type, reason, attempt_number,
                                status, status_code, failure_message, request_url, duration_ms, response_excerpt,
                                inserted_at, ended_at, sent_at, secret_ids, response_headers)
  VALUES ($1, $2, $3, $4, $5, $6, 'test', $7, $8, $9, $10, $11, $12, $13, $14::timestamptz, $15::timestamptz,
          $16::timestamptz, $17, $18::json)`);
