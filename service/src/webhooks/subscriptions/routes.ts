import Type from "typebox";
import type { Session } from "../../db/database.ts";
import { listRoute } from "../../http/list-route.ts";
import { pageQuery, pageResponse } from "../../http/paging.ts";
import {
  type ApiRequest,
  accountCallOf,
  accountIn,
  principalOf,
  type Route,
  readRoute,
  writeRoute,
} from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import { webhookTag } from "../../http/tags.ts";
import { createSubscription } from "./create-subscription.ts";
import { getSubscription, requireOwner } from "./named-subscription.ts";
import { lookAround, type ReadSubscriptionsDeps } from "./read-subscriptions.ts";
import { type RotateSecretDeps, rotateSharedSecret } from "./rotate-shared-secret.ts";
import { subscriptionList } from "./store.ts";
import { type Subscription, subscriptionStatuses } from "./subscription.ts";
import {
  type DestinationDeps,
  defaultOverlapSeconds,
  inquireDestination,
  NewSubscriptionSchema,
  RotationSchema,
  SubscriptionChangeSchema,
} from "./subscription-request.ts";
import {
  CreatedSubscriptionSchema,
  presentSecretEnd,
  presentSubscription,
  RotatedSecretSchema,
  SubscriptionSchema,
  secretExample,
  subscriptionExample,
} from "./subscription-response.ts";
import { endSubscription, type UpdateSubscriptionDeps, updateSubscription } from "./update-subscription.ts";

export type SubscriptionRouteDeps = ReadSubscriptionsDeps &
  UpdateSubscriptionDeps &
  RotateSecretDeps &
  DestinationDeps;

export function subscriptionRoutes(deps: SubscriptionRouteDeps): readonly Route[] {
  return [
    listSubscriptions(deps),
    createRoute(deps),
    getRoute(deps),
    changeRoute(deps),
    archiveRoute(deps),
    rotateRoute(deps),
  ];
}

const path = "/accounts/{account_id}/webhooks";
const changePath = `${path}/subscriptions/{subscription_id}`;

const ListQuery = strictObject({
  status: Type.Optional(Type.Enum([...subscriptionStatuses], { type: "string" })),
  ...pageQuery,
});

function listSubscriptions(deps: SubscriptionRouteDeps): Route {
  return listRoute(`GET ${path}`, {
    operationId: "listWebhookSubscriptions",
    tag: webhookTag,
    summary: "List webhook subscriptions",
    description: "The subscriptions of the account, newest first, in every status unless you filter by one.",
    access: { scope: "webhooks:read" },
    query: ListQuery,
    response: pageResponse({
      description: "A page of subscriptions.",
      name: "WebhookSubscriptionList",
      member: "subscriptions",
      items: SubscriptionSchema,
      example: subscriptionExample,
    }),
    refusals: ["not_found"],
    list: {
      session: deps.database,
      rows: subscriptionList,
      filters: async (request) => ({
        ...(await requireOwner(deps.database, principalOf(request), accountIn(request))),
        status: request.query.status,
      }),
      present: async (subscriptions) => {
        const around = await lookAround(deps, subscriptions);
        return subscriptions.map((each) => presentSubscription(each, around));
      },
    },
  });
}

function createRoute(deps: SubscriptionRouteDeps): Route {
  return writeRoute(`POST ${path}`, {
    operationId: "createWebhookSubscription",
    tag: webhookTag,
    summary: "Create a webhook subscription",
    description:
      "From now on, events of the account that match `events` are sent to `url`; for a managing account, also the " +
      "events of the accounts it manages. The response returns `sharedSecret`, the signing key, only this once; a " +
      "replay with the same `Idempotency-Key` returns it again. An account can have 50 active subscriptions (409).",
    access: { scope: "webhooks:write" },
    body: {
      schema: NewSubscriptionSchema,
      example: {
        url: "https://example.com/florin",
        events: ["transfer.*", "account.verification.completed"],
        description: "Back office",
      },
    },
    response: {
      status: 201,
      description: "The active subscription with its secret.",
      schema: CreatedSubscriptionSchema,
      example: { ...subscriptionExample, sharedSecret: secretExample },
      headers: { location: "URL of the subscription." },
    },
    refusals: ["not_found", "conflict", "unprocessable"],
    idempotencyKey: "required",
    sealsResponse: true,
    inquire: (request) => inquireDestination(deps, request.body),
    handle: async (tx, request) => {
      const { subscription, sharedSecret } = await createSubscription(deps, tx, {
        ...accountCallOf(request),
        request: request.body,
      });
      const location = `/accounts/${subscription.accountId}/webhooks/${subscription.id}`;
      const body = { ...(await show(deps, tx, subscription)), sharedSecret };
      return { status: 201, body, headers: { location } };
    },
  });
}

function getRoute(deps: SubscriptionRouteDeps): Route {
  return readRoute(`GET ${path}/{subscription_id}`, {
    operationId: "getWebhookSubscription",
    tag: webhookTag,
    summary: "Get a webhook subscription",
    description: "A subscription without its secret. Archived subscriptions remain readable.",
    access: { scope: "webhooks:read" },
    response: { description: "The subscription.", schema: SubscriptionSchema, example: subscriptionExample },
    refusals: ["not_found"],
    handle: async (request) => {
      const subscription = await getSubscription(deps.database, nameIn(request));
      return { status: 200, body: await show(deps, deps.database, subscription) };
    },
  });
}

function changeRoute(deps: SubscriptionRouteDeps): Route {
  return writeRoute(`PATCH ${changePath}`, {
    operationId: "updateWebhookSubscription",
    tag: webhookTag,
    summary: "Update a webhook subscription",
    description:
      "Changes the URL or the events (`events` replaces the whole list), or disables or activates the subscription. " +
      "Pending deliveries go to the new URL too. No events are queued for a disabled subscription; use a replay " +
      "to get the missed ones. Activating counts toward the 50 active subscriptions of the account (409). An " +
      "archived subscription cannot be changed (409).",
    access: { scope: "webhooks:write" },
    body: { schema: SubscriptionChangeSchema, example: { events: ["transfer.*", "payment.*"] } },
    response: {
      description: "The subscription.",
      schema: SubscriptionSchema,
      example: { ...subscriptionExample, events: ["transfer.*", "payment.*"] },
    },
    refusals: ["not_found", "conflict", "unprocessable"],
    inquire: (request) => inquireDestination(deps, request.body),
    handle: async (tx, request) => {
      const subscription = await updateSubscription(deps, tx, { ...nameIn(request), change: request.body });
      return { status: 200, body: await show(deps, tx, subscription) };
    },
  });
}

function archiveRoute(deps: SubscriptionRouteDeps): Route {
  return writeRoute(`DELETE ${changePath}`, {
    operationId: "archiveWebhookSubscription",
    tag: webhookTag,
    summary: "Archive a webhook subscription",
    description:
      "Stops all deliveries, including pending ones. The subscription and its delivery history remain readable. " +
      "Archiving is permanent; archiving again is rejected (409).",
    access: { scope: "webhooks:write" },
    response: { status: 204, description: "Archived." },
    refusals: ["not_found", "conflict"],
    handle: async (tx, request) => {
      await endSubscription(deps, tx, nameIn(request));
      return { status: 204 };
    },
  });
}

function rotateRoute(deps: SubscriptionRouteDeps): Route {
  return writeRoute(`POST ${changePath}/rotate-secret`, {
    operationId: "rotateWebhookSecret",
    tag: webhookTag,
    summary: "Rotate the secret of a webhook subscription",
    description:
      "Creates a new signing secret, returned only this once. For `overlap_seconds` the previous secret signs too: " +
      "`webhook-signature` then holds both signatures, `x-request-signature-sha-256` only the new one. A secret " +
      "from an earlier rotation that is still valid expires now. An archived subscription is rejected (409).",
    access: { scope: "webhooks:write" },
    body: { schema: RotationSchema, example: { overlap_seconds: 3600 }, isOptional: true },
    response: {
      description: "The new secret.",
      schema: RotatedSecretSchema,
      example: {
        id: subscriptionExample.id,
        sharedSecret: secretExample,
        previous_secret_valid_until: "2026-11-15T11:51:12.000Z",
      },
    },
    refusals: ["not_found", "conflict"],
    sealsResponse: true,
    handle: async (tx, request) => {
      const { overlap_seconds: overlapSeconds = defaultOverlapSeconds } = request.body;
      const { subscription, sharedSecret } = await rotateSharedSecret(deps, tx, {
        ...nameIn(request),
        overlapSeconds,
      });
      const { id, updatedAt } = subscription;
      const previous_secret_valid_until = presentSecretEnd(subscription, updatedAt);
      return { status: 200, body: { id, sharedSecret, previous_secret_valid_until } };
    },
  });
}

async function show({ clock }: SubscriptionRouteDeps, database: Session, subscription: Subscription) {
  return presentSubscription(subscription, await lookAround({ database, clock }, [subscription]));
}

function nameIn(request: ApiRequest) {
  const { subscription_id: subscriptionId = "" } = request.params;
  return { ...accountCallOf(request), subscriptionId };
}
