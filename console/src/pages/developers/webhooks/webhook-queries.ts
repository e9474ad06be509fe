import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../../api/client.ts";
import type { ListPlace } from "../../../kit/list/use-list-place.tsx";
import type { Workspace } from "../../../workspace/use-workspace.ts";

const listPath = "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks";
const onePath =
  "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/{subscription_id}";
const deliveriesPath =
  "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/deliveries";
const deliveryPath =
  "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/deliveries/{delivery_id}";
const eventTypesPath = "/console/api/workspaces/{tenant_id}/{network}/webhooks/event_types";

export type Subscription = ResponseBody<typeof onePath>;
export type WholeDelivery = ResponseBody<typeof deliveryPath>;
export type Delivery = ResponseBody<typeof deliveriesPath>["deliveries"][number];

type Page = Readonly<Record<"page[after]" | "page[before]", string | undefined>>;

/** Identifies a subscription. */
export interface SubscriptionPlace {
  readonly accountId: string;
  readonly subscriptionId: string;
}

export const subscriptionStatuses = ["active", "disabled", "archived"] as const;
export const deliveryStatuses = ["pending", "succeeded", "failed", "exhausted"] as const;

export function subscriptionsQuery(
  { params, tenantId, network }: Workspace,
  { accountId, status }: { readonly accountId: string; readonly status: string },
  page: Page,
) {
  const query = { ...page, status: subscriptionStatuses.find((each) => each === status) };
  return queryOptions({
    queryKey: ["webhooks", tenantId, network, accountId, query],
    queryFn: ({ signal }) =>
      get(listPath, { params: { path: { ...params, account_id: accountId }, query }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function subscriptionQuery({ params, tenantId, network }: Workspace, place: SubscriptionPlace) {
  const path = { ...params, account_id: place.accountId, subscription_id: place.subscriptionId };
  return queryOptions({
    queryKey: ["webhooks", tenantId, network, "one", place.subscriptionId],
    queryFn: ({ signal }) => get(onePath, { params: { path }, signal }),
  });
}

export function deliveriesQuery(
  { params, tenantId, network }: Workspace,
  { accountId, subscriptionId }: SubscriptionPlace,
  { status, type, page }: { readonly status: string; readonly type: string; readonly page: ListPlace },
) {
  const query = {
    ...page,
    subscription_id: subscriptionId,
    status: deliveryStatuses.find((each) => each === status),
    event_type: type === "" ? undefined : type,
  };
  return queryOptions({
    queryKey: ["deliveries", tenantId, network, query],
    queryFn: ({ signal }) =>
      get(deliveriesPath, { params: { path: { ...params, account_id: accountId }, query }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** All delivery attempts of one event to one subscription. */
export function attemptsQuery(
  { params, tenantId, network }: Workspace,
  { accountId, subscriptionId }: SubscriptionPlace,
  eventId: string,
) {
  const query = { subscription_id: subscriptionId, event_id: eventId, "page[size]": 100 };
  return queryOptions({
    queryKey: ["deliveries", tenantId, network, query],
    queryFn: ({ signal }) =>
      get(deliveriesPath, { params: { path: { ...params, account_id: accountId }, query }, signal }),
  });
}

export function deliveryQuery(
  { params, tenantId, network }: Workspace,
  { accountId, deliveryId }: { readonly accountId: string; readonly deliveryId: string },
) {
  const path = { ...params, account_id: accountId, delivery_id: deliveryId };
  return queryOptions({
    queryKey: ["deliveries", tenantId, network, "one", deliveryId],
    queryFn: ({ signal }) => get(deliveryPath, { params: { path }, signal }),
  });
}

export interface EventTypeFacts {
  readonly type: string;
  readonly summary: string;
  /** Of `data`. */
  readonly sample: object;
}

/** Event type catalog; it changes only with a new release. */
export function eventTypesQuery({ params }: Workspace) {
  return queryOptions({
    queryKey: ["event-types"],
    queryFn: async ({ signal }) => {
      const { event_types } = await get(eventTypesPath, { params: { path: params }, signal });
      return event_types.map(({ event_type: type, summary, sample }) => ({ type, summary, sample }));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
