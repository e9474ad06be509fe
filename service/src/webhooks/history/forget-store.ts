import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { lowestIdAt, type TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { SubscriptionId } from "../subscriptions/subscription.ts";

export interface SubscriptionPlace {
  readonly tenantId: TenantId;
  readonly id: SubscriptionId;
}

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
