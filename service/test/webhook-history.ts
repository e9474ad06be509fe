import { randomBytes } from "node:crypto";
import { createEventLog, type Event } from "../src/events/index.ts";
import type { Json } from "../src/kernel/canonical-json.ts";
import { createKeyRing, type KeyRing } from "../src/kernel/envelope.ts";
import { type AccountId, createIdFactory, type Network, tenantOf } from "../src/kernel/id.ts";
import { addMs, type Clock, type Instant, systemClock } from "../src/kernel/instant.ts";
import { settleAttempts } from "../src/webhooks/delivery/store.ts";
import { eventTypeNames, eventTypes } from "../src/webhooks/event-types.ts";
import { putEventsInLine } from "../src/webhooks/fan-out/store.ts";
import { type DeliveryRouteDeps, deliveryRoutes } from "../src/webhooks/history/delivery-routes.ts";
import { type SendAgainRouteDeps, sendAgainRoutes } from "../src/webhooks/history/send-again-routes.ts";
import { attemptList } from "../src/webhooks/history/store.ts";
import { secretIdOf } from "../src/webhooks/message.ts";
import type { SendOutcome, WebhookPost } from "../src/webhooks/sender.ts";
import { makeSecret } from "../src/webhooks/subscriptions/shared-secret.ts";
import { insertSubscription } from "../src/webhooks/subscriptions/store.ts";
import type { Subscription, SubscriptionState } from "../src/webhooks/subscriptions/subscription.ts";
import { type ApiResponse, startTestApi, type TestApi, type TestClient } from "./api.ts";
import { createTestDatabase } from "./database.ts";
import { unaudited } from "./unaudited.ts";

export const dayMs = 86_400_000;
export const historyMs = 90 * dayMs;
export const maxReplayed = 20;

/** The service with past webhook deliveries and no delivery worker; the test simulates all endpoints. */
export interface WebhookHistoryEnvironment {
  readonly api: TestApi;
  readonly client: TestClient;
  readonly deps: DeliveryRouteDeps & SendAgainRouteDeps & { readonly keyRing: KeyRing };
  /** Posted requests, in order. */
  readonly posts: readonly WebhookPost[];
  /** Sets the response of the endpoints. */
  respondWith(outcome: SendOutcome | Promise<SendOutcome>): void;
  send(method: string, path: string, body?: unknown, as?: TestClient): Promise<ApiResponse>;
  addSubscription(input?: SubscriptionInput): Promise<TestSubscription>;
  /** Appends an event to an account at a time, and fans it out by default. */
  happen(input?: EventInput): Promise<Event>;
  /** Ends the pending attempt for this event and subscription. */
  settle(event: Event, subscription: TestSubscription, status: "succeeded" | "failed"): Promise<void>;
  stop(): Promise<void>;
}

export interface TestSubscription extends Subscription {
  readonly sharedSecret: string;
}

type SettledSubscription = Pick<
  TestSubscription,
  "tenantId" | "network" | "accountId" | "id" | "url" | "sharedSecret"
>;

export interface SubscriptionInput {
  readonly accountId?: AccountId;
  readonly tenant?: AccountId;
  readonly network?: Network;
  readonly events?: readonly string[];
  readonly state?: SubscriptionState;
  readonly createdAt?: Instant;
}

export interface EventInput {
  readonly accountId?: AccountId;
  readonly tenant?: AccountId;
  readonly network?: Network;
  readonly type?: string;
  readonly at?: Instant;
  readonly isFannedOut?: boolean;
}

export async function openHistory(): Promise<WebhookHistoryEnvironment> {
  const testDatabase = await createTestDatabase({ maxConnections: 20 });
  const { database } = testDatabase;
  const masterKey = randomBytes(32);
  const posts: WebhookPost[] = [];
  let response: SendOutcome | Promise<SendOutcome> = responded(204);
  const deps: WebhookHistoryEnvironment["deps"] = {
    database,
    clock: systemClock,
    newId: createIdFactory(systemClock),
    keyRing: createKeyRing(masterKey),
    wakeUp: { nudge: () => {} },
    historyMs,
    maxReplayed,
    eventTypes: eventTypeNames,
    sender: {
      send: async (post) => {
        posts.push(post);
        return response;
      },
    },
  };
  const environment = { FLORIN_ROLES: "api" };
  const moreRoutes = [...deliveryRoutes(deps), ...sendAgainRoutes(deps)];
  const api = await startTestApi({ testDatabase, masterKey, environment, moreRoutes });
  const client = await api.createClient();
  return {
    api,
    client,
    deps,
    posts,
    respondWith: (outcome) => {
      response = outcome;
    },
    send: (method, path, body, as = client) =>
      api.request(method, `/accounts/${as.accountId}/webhooks${path}`, {
        token: as.token,
        ...(body === undefined ? {} : { body }),
      }),
    addSubscription: (input = {}) => addSubscription(deps, { accountId: client.accountId, ...input }),
    happen: (input = {}) => happen(deps, { accountId: client.accountId, ...input }),
    settle: (event, subscription, status) => settleAttempt(deps, event, subscription, status),
    stop: () => api.stop(),
  };
}

export function responded(statusCode: number, excerpt?: string): SendOutcome {
  return { type: "responded", statusCode, durationMs: 12.4, excerpt, headers: {}, retryAfterMs: undefined };
}

type WithAccount<Input> = Input & { readonly accountId: AccountId };

async function addSubscription(
  { database, newId, keyRing }: WebhookHistoryEnvironment["deps"],
  input: WithAccount<SubscriptionInput>,
): Promise<TestSubscription> {
  const now = systemClock.now();
  const subscription: Subscription = {
    tenantId: tenantOf(input.tenant ?? input.accountId),
    network: input.network ?? "testnet",
    id: newId<"webhook_subscription">(),
    accountId: input.accountId,
    url: "https://hooks.example.com/florin",
    events: input.events ?? ["transfer.*"],
    description: undefined,
    state: input.state ?? { status: "active" },
    previousSecretUntil: undefined,
    createdAt: input.createdAt ?? addMs(now, -historyMs),
    updatedAt: now,
  };
  const { shown, sealed } = makeSecret(keyRing, subscription);
  await database.transaction((tx) => insertSubscription(unaudited(tx), subscription, sealed));
  return { ...subscription, sharedSecret: shown };
}

async function happen(
  { database }: WebhookHistoryEnvironment["deps"],
  input: WithAccount<EventInput>,
): Promise<Event> {
  const { accountId, tenant = accountId, network = "testnet", type = "transfer.created" } = input;
  const at = input.at ?? systemClock.now();
  const clock: Clock = { now: () => at };
  const log = createEventLog({ clock, newId: createIdFactory(clock), wakeUp: { nudge: () => {} } });
  const owner = { tenantId: tenantOf(tenant), network };
  return database.transaction(async (tx) => {
    const [event] = await log.append(tx, owner, [{ accountId, type, data: dataOf(type, accountId) }]);
    if (event === undefined) throw new Error("no event was appended");
    if (input.isFannedOut ?? true) await putEventsInLine(tx, [event], at);
    return event;
  });
}

function dataOf(type: string, accountId: AccountId): Json {
  const known = eventTypes.find((each) => each.type === type);
  if (known === undefined) throw new Error(`unknown event type ${type}`);
  return { ...(known.example as Readonly<Record<string, Json>>), account_id: accountId };
}

/** Ends the pending attempt for this event and subscription. */
export async function settleAttempt(
  { database, newId }: Pick<WebhookHistoryEnvironment["deps"], "database" | "newId">,
  event: Pick<Event, "id">,
  { tenantId, network, accountId, id, url, sharedSecret }: SettledSubscription,
  status: "succeeded" | "failed",
): Promise<void> {
  const filters = {
    tenantId,
    network,
    accountId,
    subscriptionId: id,
    eventId: event.id,
    status: "pending",
  } as const;
  const {
    items: [waiting],
  } = await attemptList.read(database, filters, { limit: 1 });
  if (waiting === undefined) throw new Error("no pending attempt for that subscription");
  const now = systemClock.now();
  const hasFailed = status === "failed";
  const outcome = {
    status,
    statusCode: hasFailed ? 500 : 204,
    failureMessage: hasFailed ? "HTTP 500" : undefined,
    requestUrl: url,
    durationMs: 7,
    excerpt: hasFailed ? "out of order" : undefined,
    responseHeaders: { server: "nginx" },
    sentAt: now,
    secretIds: [secretIdOf(Buffer.from(sharedSecret, "base64url"))],
    endedAt: now,
    // Nowhere: it is found by its key.
    place: "(0,0)",
    next: hasFailed ? { id: newId<"webhook_attempt">(), dueAt: addMs(now, 5_000) } : undefined,
  };
  await settleAttempts(database, [{ ...outcome, tenantId, subscriptionId: id, id: waiting.id }]);
}
