import type { Session } from "../../db/database.ts";
import { list } from "../../db/list.ts";
import { statement } from "../../db/statement.ts";
import type { AccountId, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { QueueHealth } from "../delivery/endpoint-health.ts";
import type { QueueKey } from "../delivery/store.ts";
import type { DisabledReason, SubscriptionId, SubscriptionStatus } from "../subscriptions/subscription.ts";

/** A subscription as an operator sees it: its owner, its health, and no secrets. */
export interface OverseenSubscription extends QueueKey, QueueHealth {
  readonly accountId: AccountId;
  readonly url: string;
  readonly events: readonly string[];
  readonly status: SubscriptionStatus;
  readonly disabledReason: DisabledReason | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Filters; all given fields must match. */
export interface OverseenFilter {
  readonly tenantId?: TenantId | undefined;
  readonly accountId?: AccountId | undefined;
  readonly status?: SubscriptionStatus | undefined;
  /** True: only subscriptions that are currently failing and not archived. */
  readonly isFailing?: boolean | undefined;
}

const columns = `
  subscription.tenant_id, subscription.network, subscription.id, subscription.account_id, subscription.url,
  subscription.events, subscription.status, subscription.disabled_because AS disabled_reason, subscription.created_at,
  subscription.updated_at, queue.failures_in_a_row, queue.failing_since, queue.paused_until`;
const from = `webhook_subscriptions AS subscription JOIN webhook_endpoint_queues AS queue
  ON queue.tenant_id = subscription.tenant_id AND queue.subscription_id = subscription.id`;

/**
 * Of every tenant, newest first. No index across tenants: operators query seldom, and subscriptions are few compared to
 * everything else.
 */
export const overseenSubscriptions = list<OverseenSubscription, OverseenFilter>({
  from,
  columns,
  filters: {
    tenantId: "subscription.tenant_id",
    accountId: "subscription.account_id",
    status: "subscription.status",
    isFailing: (isFailing) =>
      isFailing ? "queue.failing_since IS NOT NULL AND subscription.status <> 'archived'" : "true",
  },
  orders: { created: ["subscription.id"] },
});

const oneStatement = statement<OverseenSubscription>(
  `SELECT ${columns} FROM ${from} WHERE subscription.id = $1`,
);

/** Of any tenant. */
export async function selectOverseenSubscription(
  session: Session,
  id: SubscriptionId,
): Promise<OverseenSubscription | undefined> {
  return session.first(oneStatement, [id]);
}

/** Deliveries waiting in the endpoint queue of a subscription. */
export interface Waiting {
  /** Counted up to a million. */
  readonly count: number;
  /** When the oldest waiting delivery was queued. */
  readonly oldestAt: Instant | undefined;
  readonly nextDueAt: Instant | undefined;
}

const maxCounted = 1_000_000;

// Index: webhook_queue_pkey, a range of it.
const waitingStatement = statement<Waiting>(`
  SELECT count(*)::integer AS count, min(inserted_at) AS oldest_at, min(due_at) AS next_due_at
    FROM (SELECT inserted_at, due_at FROM webhook_queue
           WHERE tenant_id = $1 AND subscription_id = $2 LIMIT $3) AS waiting`);

export async function measureWaiting(session: Session, { tenantId, id }: QueueKey): Promise<Waiting> {
  const row = await session.first(waitingStatement, [tenantId, id, maxCounted]);
  return row ?? { count: 0, oldestAt: undefined, nextDueAt: undefined };
}

/** For metrics: endpoint queues that are behind, and paused ones. */
export interface QueuesLoad {
  readonly ready: number;
  readonly held: number;
  readonly paused: number;
  readonly failing: number;
  /** Since when the longest waiting queue has been ready. */
  readonly oldestReadyAt: Instant | undefined;
}

export async function measureQueues(session: Session, now: Instant): Promise<QueuesLoad> {
  const row = await session.first(measureQueuesStatement, [formatInstant(now)]);
  return row ?? { ready: 0, held: 0, paused: 0, failing: 0, oldestReadyAt: undefined };
}

const measureQueuesStatement = statement<QueuesLoad>(`
  SELECT count(*) FILTER (WHERE holder IS NULL AND ready_at <= at.now)::integer AS ready,
         count(*) FILTER (WHERE holder IS NOT NULL)::integer AS held,
         count(*) FILTER (WHERE paused_until > at.now)::integer AS paused,
         count(*) FILTER (WHERE failing_since IS NOT NULL)::integer AS failing,
         min(ready_at) FILTER (WHERE holder IS NULL AND ready_at <= at.now) AS oldest_ready_at
    FROM webhook_endpoint_queues CROSS JOIN (SELECT $1::timestamptz AS now) AS at`);
