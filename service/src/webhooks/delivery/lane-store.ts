import type { Session } from "../../db/database.ts";
import { lazyCommit } from "../../db/lazy-commit.ts";
import { statement } from "../../db/statement.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { SubscriptionId } from "../subscriptions/subscription.ts";
import type { LaneHealth } from "./lane-health.ts";

/** The topic under which couriers are woken. */
export const webhooksTopic = "webhooks";

export interface LaneKey {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly id: SubscriptionId;
}

/** Where a lane leads, or led when it was looked at. */
export interface Endpoint extends LaneKey {
  readonly url: string;
}

export async function insertLane(tx: Session, { tenantId, network, id }: LaneKey): Promise<void> {
  await tx.run(insertStatement, [tenantId, network, id]);
}

const insertStatement = statement(`
  INSERT INTO webhook_lanes (tenant_id, network, subscription_id, news, failures_in_a_row)
  VALUES ($1, $2, $3, 0, 0)`);

/** Nobody looks at it any more. A courier that holds it lets go of it by itself. */
export async function closeLane(tx: Session, { tenantId, id }: LaneKey): Promise<void> {
  await tx.run(closeStatement, [tenantId, id]);
}

const closeStatement = statement(`
  UPDATE webhook_lanes SET ready_at = CASE WHEN holder IS NOT NULL THEN ready_at END, news = news + 1
   WHERE tenant_id = $1 AND subscription_id = $2`);

/** Somebody looks at it at once, as if it had never failed. */
export async function openLane(tx: Session, { tenantId, id }: LaneKey, now: Instant): Promise<void> {
  await tx.run(openStatement, [tenantId, id, now]);
}

const openStatement = statement(`
  UPDATE webhook_lanes
     SET ready_at = CASE WHEN holder IS NOT NULL THEN ready_at ELSE to_timestamp($3::double precision / 1000) END,
         news = news + 1, failures_in_a_row = 0, failing_since = NULL, paused_until = NULL
   WHERE tenant_id = $1 AND subscription_id = $2`);

/** A lane in the hands of a courier, with what it needs to know of its subscription. */
export interface TakenLane extends Endpoint, LaneHealth {
  /** Names this claim, so that nobody lets go of what was claimed again since. */
  readonly holder: string;
  readonly news: bigint;
  readonly status: "active" | "disabled" | "archived";
  readonly secret: Buffer;
  readonly previousSecret: Buffer | undefined;
  readonly previousSecretUntil: Instant | undefined;
}

interface Lease {
  readonly holder: string;
  readonly now: Instant;
  readonly until: Instant;
}

/** Takes lanes that are ready, the longest waiting first. One that is not let go of is ready again when the lease ends. */
export async function claimLanes(
  session: Session,
  { holder, now, until }: Lease,
  limit: number,
): Promise<readonly TakenLane[]> {
  return (await session.rows<LaneRow>(claimStatement, [holder, now, until, limit])).map(toLane);
}

const laneColumns = `
  lane.tenant_id AS "tenantId", lane.network, lane.subscription_id AS id, lane.holder, lane.news,
  lane.failures_in_a_row AS "failuresInARow", lane.failing_since AS "failingSince",
  lane.paused_until AS "pausedUntil", subscription.status, subscription.url, subscription.secret,
  subscription.previous_secret AS "previousSecret", subscription.previous_secret_until AS "previousSecretUntil"`;

/** Index: webhook_lanes_ready, then webhook_lanes_pkey. */
const claimStatement = statement(`
  WITH ${lazyCommit}, ready AS MATERIALIZED (
    SELECT tenant_id, subscription_id FROM webhook_lanes
     WHERE ready_at <= to_timestamp($2::double precision / 1000)
     ORDER BY ready_at LIMIT $4
       FOR NO KEY UPDATE SKIP LOCKED
  ), lane AS (
    UPDATE webhook_lanes AS lane SET holder = $1, ready_at = to_timestamp($3::double precision / 1000)
      FROM lazy_commit, ready
     WHERE lane.tenant_id = ready.tenant_id AND lane.subscription_id = ready.subscription_id
    RETURNING lane.*
  )
  SELECT ${laneColumns}
    FROM lane JOIN webhook_subscriptions AS subscription
      ON subscription.tenant_id = lane.tenant_id AND subscription.id = lane.subscription_id`);

/** Holds them for longer and looks at them again. Those that are not among the answers are somebody else's by now. */
export async function renewLanes(
  session: Session,
  lanes: readonly Pick<TakenLane, "tenantId" | "id" | "holder">[],
  until: Instant,
): Promise<readonly TakenLane[]> {
  const rows = await session.rows<LaneRow>(renewStatement, [
    until,
    lanes.map(({ tenantId }) => tenantId),
    lanes.map(({ id }) => id),
    lanes.map(({ holder }) => holder),
  ]);
  return rows.map(toLane);
}

/** Lanes are locked in the order of their ids by everybody who locks several. */
const renewStatement = statement(`
  WITH ${lazyCommit}, held AS MATERIALIZED (
    SELECT lane.tenant_id, lane.subscription_id
      FROM unnest($2::text[], $3::text[], $4::text[]) AS given (tenant_id, subscription_id, holder)
      JOIN webhook_lanes AS lane USING (tenant_id, subscription_id)
     WHERE lane.holder = given.holder
     ORDER BY lane.tenant_id, lane.subscription_id
       FOR NO KEY UPDATE OF lane
  ), lane AS (
    UPDATE webhook_lanes AS lane SET ready_at = to_timestamp($1::double precision / 1000)
      FROM lazy_commit, held
     WHERE lane.tenant_id = held.tenant_id AND lane.subscription_id = held.subscription_id
    RETURNING lane.*
  )
  SELECT ${laneColumns}
    FROM lane JOIN webhook_subscriptions AS subscription
      ON subscription.tenant_id = lane.tenant_id AND subscription.id = lane.subscription_id`);

export interface LaneRelease extends LaneHealth {
  readonly tenantId: TenantId;
  readonly id: SubscriptionId;
  readonly holder: string;
  /** As last seen: a lane with news is not let go of, because they have not been looked at. */
  readonly news: bigint;
}

/** Answers those that were let go of. The others have news, or are not the holder's any more. */
export async function releaseLanes(
  session: Session,
  releases: readonly LaneRelease[],
): Promise<readonly SubscriptionId[]> {
  const rows = await session.rows<{ readonly id: SubscriptionId }>(releaseStatement, [
    releases.map(({ holder }) => holder),
    releases.map(({ tenantId }) => tenantId),
    releases.map(({ id }) => id),
    releases.map(({ news }) => news),
    releases.map(({ failuresInARow }) => failuresInARow),
    releases.map(({ failingSince }) => failingSince ?? null),
    releases.map(({ pausedUntil }) => pausedUntil ?? null),
  ]);
  return rows.map(({ id }) => id);
}

/**
 * What is put in line while this runs moves the news of the lane, so one of the two waits for the other: either the lane
 * is not let go of, or whoever puts in line finds it free and says that it is ready. Index: webhook_queue_due.
 */
const releaseStatement = statement(`
  WITH ${lazyCommit}, given AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::integer[], $6::double precision[],
                         $7::double precision[])
      AS given (holder, tenant_id, subscription_id, news, failures_in_a_row, failing_since_ms, paused_until_ms)
  ), held AS MATERIALIZED (
    SELECT lane.tenant_id, lane.subscription_id
      FROM webhook_lanes AS lane JOIN given
        ON given.tenant_id = lane.tenant_id AND given.subscription_id = lane.subscription_id
     WHERE lane.holder = given.holder AND lane.news = given.news
     ORDER BY lane.tenant_id, lane.subscription_id
       FOR NO KEY UPDATE OF lane
  )
  UPDATE webhook_lanes AS lane
     SET holder = NULL,
         failures_in_a_row = given.failures_in_a_row,
         failing_since = to_timestamp(given.failing_since_ms / 1000),
         paused_until = to_timestamp(given.paused_until_ms / 1000),
         ready_at = CASE WHEN subscription.status <> 'disabled' THEN
           (SELECT greatest(min(due_at), to_timestamp(given.paused_until_ms / 1000)) FROM webhook_queue AS queued
             WHERE queued.tenant_id = lane.tenant_id AND queued.subscription_id = lane.subscription_id
            HAVING min(due_at) IS NOT NULL) END
    FROM lazy_commit, held JOIN given USING (tenant_id, subscription_id)
    JOIN webhook_subscriptions AS subscription
      ON subscription.tenant_id = held.tenant_id AND subscription.id = held.subscription_id
   WHERE lane.tenant_id = held.tenant_id AND lane.subscription_id = held.subscription_id
  RETURNING lane.subscription_id AS id`);

type OptionalField = "failingSince" | "pausedUntil" | "previousSecretUntil";

type LaneRow = Omit<TakenLane, OptionalField | "previousSecret"> & {
  readonly [Field in OptionalField]: Instant | null;
} & { readonly previousSecret: Buffer | null };

function toLane(row: LaneRow): TakenLane {
  return {
    ...row,
    failingSince: row.failingSince ?? undefined,
    pausedUntil: row.pausedUntil ?? undefined,
    previousSecret: row.previousSecret ?? undefined,
    previousSecretUntil: row.previousSecretUntil ?? undefined,
  };
}
