import Type from "typebox";
import type { Session } from "../../db/database.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import { type ApiRequest, bodyOf, causeOf, principalOf, queryOf, type Route } from "../../http/route.ts";
import { named, strictObject } from "../../http/schemas.ts";
import { webhookTag } from "../webhook-tag.ts";
import { createSubscription } from "./create-subscription.ts";
import { getSubscription } from "./named-subscription.ts";
import { listSubscriptions, lookAround, type ReadSubscriptionsDeps } from "./read-subscriptions.ts";
import { type RotateSecretDeps, rotateSharedSecret } from "./rotate-shared-secret.ts";
import { type Subscription, subscriptionStatuses } from "./subscription.ts";
import {
  CreatedSubscriptionSchema,
  presentSecretEnd,
  presentSubscription,
  RotatedSecretSchema,
  SubscriptionSchema,
  secretExample,
  subscriptionExample,
} from "./subscription-answer.ts";
import {
  type DestinationDeps,
  defaultOverlapSeconds,
  inquireDestination,
  NewSubscriptionSchema,
  RotationSchema,
  SubscriptionChangeSchema,
} from "./subscription-request.ts";
import { endSubscription, type UpdateSubscriptionDeps, updateSubscription } from "./update-subscription.ts";

export type SubscriptionRouteDeps = ReadSubscriptionsDeps &
  UpdateSubscriptionDeps &
  RotateSecretDeps &
  DestinationDeps;

export function subscriptionRoutes(deps: SubscriptionRouteDeps): readonly Route[] {
  return [
    listRoute(deps),
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

const ListSchema = named(
  "WebhookSubscriptionList",
  Type.Object({ subscriptions: Type.Array(SubscriptionSchema), pagination: PaginationSchema }),
);

function listRoute(deps: SubscriptionRouteDeps): Route {
  return {
    method: "GET",
    path,
    operationId: "listWebhookSubscriptions",
    tag: webhookTag,
    summary: "List webhook subscriptions",
    description: "The subscriptions of the account, newest first, in every status unless one is named.",
    access: { scope: "webhooks:read" },
    query: ListQuery,
    answers: {
      200: {
        description: "A page of subscriptions.",
        schema: ListSchema,
        example: {
          subscriptions: [subscriptionExample],
          pagination: { page_size: 25, next: null, prev: null },
        },
      },
    },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const { items, pagination } = await listSubscriptions(deps, {
          principal: principalOf(request),
          accountId: accountIn(request),
          status: queryOf(ListQuery, request).status,
          page: request.page(),
        });
        const around = await lookAround(deps, items);
        const subscriptions = items.map((each) => presentSubscription(each, around));
        return { status: 200, body: { subscriptions, pagination } };
      },
    },
  };
}

function createRoute(deps: SubscriptionRouteDeps): Route {
  return {
    method: "POST",
    path,
    operationId: "createWebhookSubscription",
    tag: webhookTag,
    summary: "Create a webhook subscription",
    description:
      "Events of the account that happen from now on are sent to `url`, if they are among `events`; with an account " +
      "that manages others, theirs as well. The answer shows `sharedSecret`, the key of the signatures, this once; a " +
      "replay with the same `Idempotency-Key` shows it again. An account has 50 active subscriptions at most (409).",
    access: { scope: "webhooks:write" },
    body: {
      schema: NewSubscriptionSchema,
      example: {
        url: "https://example.com/florin",
        events: ["transfer.*", "account.verification.completed"],
        description: "Back office",
      },
    },
    answers: {
      201: {
        description: "The subscription, active, with its secret.",
        schema: CreatedSubscriptionSchema,
        example: { ...subscriptionExample, sharedSecret: secretExample },
        headers: { location: "Where the subscription is." },
      },
    },
    refusals: ["not_found", "conflict", "unprocessable"],
    work: {
      kind: "write",
      idempotencyKey: "required",
      sealsAnswer: true,
      inquire: (request) => inquireDestination(deps, bodyOf(NewSubscriptionSchema, request)),
      handle: async (tx, request) => {
        const { subscription, sharedSecret } = await createSubscription(deps, tx, {
          principal: principalOf(request),
          cause: causeOf(request),
          accountId: accountIn(request),
          request: bodyOf(NewSubscriptionSchema, request),
        });
        const location = `/accounts/${subscription.accountId}/webhooks/${subscription.id}`;
        const body = { ...(await show(deps, tx, subscription)), sharedSecret };
        return { status: 201, body, headers: { location } };
      },
    },
  };
}

function getRoute(deps: SubscriptionRouteDeps): Route {
  return {
    method: "GET",
    path: `${path}/{subscription_id}`,
    operationId: "getWebhookSubscription",
    tag: webhookTag,
    summary: "Get a webhook subscription",
    description: "One subscription, without its secret. An archived one can still be read.",
    access: { scope: "webhooks:read" },
    answers: {
      200: { description: "The subscription.", schema: SubscriptionSchema, example: subscriptionExample },
    },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const subscription = await getSubscription(deps.database, nameIn(request));
        return { status: 200, body: await show(deps, deps.database, subscription) };
      },
    },
  };
}

function changeRoute(deps: SubscriptionRouteDeps): Route {
  return {
    method: "PATCH",
    path: changePath,
    operationId: "updateWebhookSubscription",
    tag: webhookTag,
    summary: "Change a webhook subscription",
    description:
      "Sends elsewhere, sends other events (`events` replaces the whole list), disables the subscription or makes it " +
      "active again. What waits goes to the new address, too; nothing is put in line for a disabled subscription, and " +
      "a replay fetches what was missed. Making it active counts against the 50 active ones of the account (409). An " +
      "archived subscription cannot be changed any more (409).",
    access: { scope: "webhooks:write" },
    body: { schema: SubscriptionChangeSchema, example: { events: ["transfer.*", "payment.*"] } },
    answers: {
      200: {
        description: "The subscription.",
        schema: SubscriptionSchema,
        example: { ...subscriptionExample, events: ["transfer.*", "payment.*"] },
      },
    },
    refusals: ["not_found", "conflict", "unprocessable"],
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      inquire: (request) => inquireDestination(deps, bodyOf(SubscriptionChangeSchema, request)),
      handle: async (tx, request) => {
        const subscription = await updateSubscription(deps, tx, {
          ...nameIn(request),
          cause: causeOf(request),
          change: bodyOf(SubscriptionChangeSchema, request),
        });
        return { status: 200, body: await show(deps, tx, subscription) };
      },
    },
  };
}

function archiveRoute(deps: SubscriptionRouteDeps): Route {
  return {
    method: "DELETE",
    path: changePath,
    operationId: "archiveWebhookSubscription",
    tag: webhookTag,
    summary: "Archive a webhook subscription",
    description:
      "Nothing is sent any more, also nothing that waits. The subscription and the history of its deliveries can still " +
      "be read. It cannot be undone; a second time is refused (409).",
    access: { scope: "webhooks:write" },
    answers: { 204: { description: "It is archived." } },
    refusals: ["not_found", "conflict"],
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      handle: async (tx, request) => {
        await endSubscription(deps, tx, { ...nameIn(request), cause: causeOf(request) });
        return { status: 204 };
      },
    },
  };
}

function rotateRoute(deps: SubscriptionRouteDeps): Route {
  return {
    method: "POST",
    path: `${changePath}/rotate-secret`,
    operationId: "rotateWebhookSecret",
    tag: webhookTag,
    summary: "Rotate the secret of a webhook subscription",
    description:
      "A new secret, shown this once, which signs from now on. For `overlap_seconds` the secret before signs as well: " +
      "`webhook-signature` then holds both signatures, `x-request-signature-sha-256` that of the new one. A secret that " +
      "was still in its overlap ends now. An archived subscription is refused (409).",
    access: { scope: "webhooks:write" },
    body: { schema: RotationSchema, example: { overlap_seconds: 3600 }, isOptional: true },
    answers: {
      200: {
        description: "The new secret.",
        schema: RotatedSecretSchema,
        example: {
          id: subscriptionExample.id,
          sharedSecret: secretExample,
          previous_secret_valid_until: "2026-11-15T11:51:12.000Z",
        },
      },
    },
    refusals: ["not_found", "conflict"],
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      sealsAnswer: true,
      handle: async (tx, request) => {
        const { overlap_seconds: overlapSeconds = defaultOverlapSeconds } = bodyOf(RotationSchema, request);
        const { subscription, sharedSecret } = await rotateSharedSecret(deps, tx, {
          ...nameIn(request),
          cause: causeOf(request),
          overlapSeconds,
        });
        const { id, updatedAt } = subscription;
        const previous_secret_valid_until = presentSecretEnd(subscription, updatedAt);
        return { status: 200, body: { id, sharedSecret, previous_secret_valid_until } };
      },
    },
  };
}

async function show({ clock }: SubscriptionRouteDeps, database: Session, subscription: Subscription) {
  return presentSubscription(subscription, await lookAround({ database, clock }, [subscription]));
}

function accountIn(request: ApiRequest): string {
  return request.params["account_id"] ?? "";
}

function nameIn(request: ApiRequest) {
  const { subscription_id: subscriptionId = "" } = request.params;
  return { principal: principalOf(request), accountId: accountIn(request), subscriptionId };
}
