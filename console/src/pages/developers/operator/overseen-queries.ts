import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../../api/client.ts";
import { deliveryStatuses, subscriptionStatuses } from "../webhooks/webhook-queries.ts";

export type OverseenWebhook = ResponseBody<"/console/api/webhooks">["webhooks"][number];
export type OverseenDelivery =
  ResponseBody<"/console/api/webhooks/{subscription_id}/deliveries">["deliveries"][number];

export function overseenQuery({ status, tenant }: { readonly status: string; readonly tenant: string }) {
  const query = {
    failing: status === "failing" ? ("true" as const) : undefined,
    status: subscriptionStatuses.find((each) => each === status),
    tenant_id: tenant === "" ? undefined : tenant,
  };
  return queryOptions({
    queryKey: ["overseen-webhooks", query],
    queryFn: ({ signal }) => get("/console/api/webhooks", { params: { query }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function overseenOneQuery(id: string) {
  return queryOptions({
    queryKey: ["overseen-webhooks", id],
    queryFn: ({ signal }) =>
      get("/console/api/webhooks/{subscription_id}", { params: { path: { subscription_id: id } }, signal }),
  });
}

export function overseenDeliveriesQuery(id: string, status: string) {
  const query = { status: deliveryStatuses.find((each) => each === status) };
  return queryOptions({
    queryKey: ["overseen-webhooks", id, "deliveries", query],
    queryFn: ({ signal }) =>
      get("/console/api/webhooks/{subscription_id}/deliveries", {
        params: { path: { subscription_id: id }, query },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
