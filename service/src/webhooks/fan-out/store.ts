import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Event } from "../../events/index.ts";
import type { Instant } from "../../kernel/instant.ts";
import { readyWithNews } from "../delivery/queue-store.ts";
import { patternsOf } from "../subscriptions/event-pattern.ts";

/** Puts each event in line for every subscription that wants it. Answers how many lanes got something. */
export async function putEventsInLine(tx: Session, events: readonly Event[], now: Instant): Promise<number> {
  return tx.run(putStatement, [
    events.map(({ tenantId }) => tenantId),
    events.map(({ network }) => network),
    events.map(({ accountId }) => accountId),
    events.map(({ sequence }) => sequence),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ type }) => patternsOf(type).join(" ")),
    events.map(({ createdAt }) => createdAt),
    now,
  ]);
}

/**
 * The subscriptions of the account and of the one that manages it, which is its tenant. Not those that were created
 * after the event. The id begins with the time of the event, like every id, and the rest is made of the event and the
 * subscription: a second one would have the same. Lanes are locked in the order of their ids by everybody who locks
 * several. Index: webhook_subscriptions_active.
 */
const putStatement = statement(`
  WITH event AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[],
                         $8::double precision[]) WITH ORDINALITY
      AS event (tenant_id, network, account_id, sequence, id, type, patterns, created_at_ms, place)
  ), told AS MATERIALIZED (
    SELECT event.*, owner_id
      FROM event CROSS JOIN LATERAL (SELECT account_id UNION SELECT tenant_id) AS one (owner_id)
  ), owner AS (
    SELECT DISTINCT tenant_id, network, owner_id FROM told
  ), wanted AS MATERIALIZED (
    SELECT subscription.tenant_id, subscription.network, subscription.account_id, subscription.id, events, created_at
      FROM owner CROSS JOIN LATERAL (
        SELECT * FROM webhook_subscriptions
         WHERE tenant_id = owner.tenant_id AND account_id = owner.owner_id AND network = owner.network
           AND status = 'active'
        OFFSET 0) AS subscription
  ), queued AS (
    INSERT INTO webhook_queue (tenant_id, network, subscription_id, id, event_id, event_type, event_account_id,
                               event_sequence, reason, attempt_number, due_at, inserted_at)
    SELECT told.tenant_id, told.network, wanted.id,
           left(told.id, 10) || upper(left(md5(told.id || wanted.id), 16)),
           told.id, told.type, told.account_id, told.sequence, 'event', 1,
           to_timestamp(told.created_at_ms / 1000), to_timestamp($9::double precision / 1000)
      FROM told JOIN wanted
        ON wanted.tenant_id = told.tenant_id AND wanted.network = told.network AND wanted.account_id = told.owner_id
       AND wanted.events && string_to_array(told.patterns, ' ')
       AND wanted.created_at <= to_timestamp(told.created_at_ms / 1000)
     ORDER BY place
    RETURNING tenant_id, subscription_id
  ), woken AS MATERIALIZED (
    SELECT tenant_id, subscription_id FROM webhook_lanes
     WHERE (tenant_id, subscription_id) IN (SELECT tenant_id, subscription_id FROM queued)
     ORDER BY tenant_id, subscription_id
       FOR NO KEY UPDATE
  )
  UPDATE webhook_lanes AS lane SET news = lane.news + 1, ready_at = ${readyWithNews("$9")}
    FROM woken
   WHERE lane.tenant_id = woken.tenant_id AND lane.subscription_id = woken.subscription_id`);
