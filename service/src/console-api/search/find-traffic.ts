import type { Session } from "../../db/database.ts";
import { type EventId, findAnyEvent } from "../../events/index.ts";
import type { TenantId } from "../../kernel/id.ts";
import { findAnyRequest, findRequestsNamed, type LoggedRequest } from "../../request-log/index.ts";
import { findAttempt } from "../../webhooks/index.ts";
import { maxOfKind, type Reach } from "./reach.ts";
import type { Thing } from "./thing.ts";

/** API traffic of applications: requests, events and deliveries. */
export async function findTraffic(
  session: Session,
  reach: Reach,
  id: string,
  tenantIds: readonly TenantId[],
): Promise<readonly Thing[]> {
  const found = await Promise.all([
    findRequest(session, id),
    findEvent(session, id as EventId, tenantIds),
    findDelivery(session, reach, id),
  ]);
  return found.flat();
}

async function findRequest(session: Session, id: string): Promise<readonly Thing[]> {
  const request = await findAnyRequest(session, { id });
  return request === undefined ? [] : [thingOf(request)];
}

/** By the request id in the response. */
export async function findByRequestId(
  session: Session,
  { tenantIds }: Reach,
  requestId: string,
): Promise<readonly Thing[]> {
  const found = await findRequestsNamed(session, { requestId, tenantIds, limit: maxOfKind });
  return found.map(thingOf);
}

function thingOf({ id, tenantId, network, operation }: LoggedRequest): Thing {
  return { kind: "api_request", id, tenantId, network, title: `API request (${operation})` };
}

async function findEvent(
  session: Session,
  id: EventId,
  tenantIds: readonly TenantId[],
): Promise<readonly Thing[]> {
  const event = await findAnyEvent(session, { tenantId: tenantIds, id });
  if (event === undefined) return [];
  const { tenantId, network, accountId, type } = event;
  const parts = { account_id: accountId };
  return [{ kind: "event", id, tenantId, network, title: `Event (${type})`, parts }];
}

async function findDelivery(session: Session, { tenantIds }: Reach, id: string): Promise<readonly Thing[]> {
  const attempt = await findAttempt(session, { id, tenantIds });
  if (attempt === undefined) return [];
  const { tenantId, network, accountId, subscriptionId, eventType } = attempt;
  const parts = { account_id: accountId, subscription_id: subscriptionId };
  return [{ kind: "delivery", id, tenantId, network, title: `Delivery (${eventType})`, parts }];
}
