import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { SubscriptionId } from "../subscriptions/subscription.ts";

/** The topic under which couriers are woken. */
export const webhooksTopic = "webhooks";

export interface LaneKey {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly id: SubscriptionId;
}

export async function insertLane(tx: Session, { tenantId, network, id }: LaneKey): Promise<void> {
  await tx.run(insertStatement, [tenantId, network, id]);
}

const insertStatement = statement(`
  INSERT INTO webhook_lanes (tenant_id, network, subscription_id, news, failures_in_a_row)
  VALUES ($1, $2, $3, 0, 0)`);

/** Nobody looks at it any more. A courier that holds it notices when it next wants something of it. */
export async function closeLane(tx: Session, { tenantId, id }: LaneKey): Promise<void> {
  await tx.run(closeStatement, [tenantId, id]);
}

const closeStatement = statement(`
  UPDATE webhook_lanes SET ready_at = NULL, holder = NULL, news = news + 1
   WHERE tenant_id = $1 AND subscription_id = $2`);

/** Somebody looks at it at once, as if it had never failed. */
export async function openLane(tx: Session, { tenantId, id }: LaneKey, now: Instant): Promise<void> {
  await tx.run(openStatement, [tenantId, id, now]);
}

const openStatement = statement(`
  UPDATE webhook_lanes
     SET ready_at = to_timestamp($3::double precision / 1000), holder = NULL, news = news + 1,
         failures_in_a_row = 0, failing_since = NULL, paused_until = NULL
   WHERE tenant_id = $1 AND subscription_id = $2`);
