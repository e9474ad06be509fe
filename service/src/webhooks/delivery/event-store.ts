import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Event } from "../../events/index.ts";

export type EventPlace = Pick<Event, "tenantId" | "network" | "accountId" | "sequence">;

/** Index: events_pkey. */
export async function selectEventsAt(
  session: Session,
  places: readonly EventPlace[],
): Promise<readonly Event[]> {
  return session.rows<Event>(selectStatement, [
    places.map(({ tenantId }) => tenantId),
    places.map(({ network }) => network),
    places.map(({ accountId }) => accountId),
    places.map(({ sequence }) => sequence),
  ]);
}

const selectStatement = statement(`
  SELECT event.tenant_id AS "tenantId", event.network, event.account_id AS "accountId", event.sequence, event.id,
         event.type, event.data, event.created_at AS "createdAt"
    FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS place (tenant_id, network, account_id, sequence)
    JOIN events AS event USING (tenant_id, network, account_id, sequence)`);
