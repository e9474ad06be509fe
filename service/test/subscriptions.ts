import { randomBytes } from "node:crypto";
import { createKeyRing, type KeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory, tenantOf } from "../src/kernel/id.ts";
import { type Refusal, refuse } from "../src/kernel/refusal.ts";
import { webhooksTopic } from "../src/webhooks/delivery/store.ts";
import { readDestination } from "../src/webhooks/destination.ts";
import { type SubscriptionRouteDeps, subscriptionRoutes } from "../src/webhooks/subscriptions/routes.ts";
import { makeSecret } from "../src/webhooks/subscriptions/shared-secret.ts";
import { insertSubscription } from "../src/webhooks/subscriptions/store.ts";
import type { Subscription } from "../src/webhooks/subscriptions/subscription.ts";
import { sender } from "./addresses.ts";
import { type ApiResponse, startTestApi, type TestApi, type TestClient } from "./api.ts";
import { createManualClock, type ManualClock } from "./auth.ts";
import { createTestDatabase } from "./database.ts";
import { unaudited } from "./unaudited.ts";

/** The service with webhook subscriptions and no delivery worker. */
export interface SubscriptionsEnvironment {
  readonly api: TestApi;
  readonly deps: SubscriptionRouteDeps & { readonly keyRing: KeyRing };
  readonly masterKey: Buffer;
  /** Clock of the subscriptions. */
  readonly clock: ManualClock;
  readonly client: TestClient;
  /** Everything that was logged. */
  readonly lines: readonly string[];
  /** How often delivery workers were woken. */
  nudges(): number;
  readonly send: (method: string, path: string, input?: SendInput) => Promise<ApiResponse>;
  /** Creates one and returns it as shown at creation. */
  create(body?: object, as?: TestClient): Promise<ApiResponse["body"]>;
  stop(): Promise<void>;
}

interface SendInput {
  readonly body?: unknown;
  readonly key?: string;
  readonly as?: TestClient;
}

export const knownEventTypes: readonly string[] = [
  "transfer.created",
  "transfer.completed",
  "payment.completed",
  "account.verification.completed",
];

/** A name that resolves to an address that is not public. */
export const privateHost = "inside.example.com";

export const expectedSubscription = (overrides: object = {}) => ({
  url: "https://example.com/hooks",
  events: ["transfer.*"],
  ...overrides,
});

export async function openSubscriptions(
  options: Partial<Pick<SubscriptionRouteDeps, "checkDestination">> = {},
): Promise<SubscriptionsEnvironment> {
  const testDatabase = await createTestDatabase({ maxConnections: 20 });
  const masterKey = randomBytes(32);
  const clock = createManualClock();
  const nudged: string[] = [];
  const deps: SubscriptionsEnvironment["deps"] = {
    database: testDatabase.database,
    clock,
    newId: createIdFactory(clock),
    keyRing: createKeyRing(masterKey),
    wakeUp: { nudge: (topic) => void nudged.push(topic) },
    eventTypes: knownEventTypes,
    readDestination: (url) => readDestination(url, { allowHttp: false, allowPrivate: false }),
    checkDestination: refusePrivateHost,
    ...options,
  };
  const lines: string[] = [];
  const api = await startTestApi({
    testDatabase,
    masterKey,
    environment: { FLORIN_ROLES: "api", LOG_LEVEL: "trace", LOG_FORMAT: "json" },
    logDestination: { write: (line) => void lines.push(line) },
    moreRoutes: subscriptionRoutes(deps),
  });
  const client = await api.createClient();
  const request = sender(api);
  const send: SubscriptionsEnvironment["send"] = (method, path, { as = client, ...input } = {}) =>
    request(as, method, `/webhooks${path}`, input);
  return {
    api,
    deps,
    masterKey,
    clock,
    client,
    lines,
    nudges: () => nudged.filter((topic) => topic === webhooksTopic).length,
    send,
    create: async (body = expectedSubscription(), as = client) => (await send("POST", "", { body, as })).body,
    stop: () => api.stop(),
  };
}

/** As a resolver would, without asking one. */
export async function refusePrivateHost(url: string): Promise<Refusal | undefined> {
  if (new URL(url).hostname !== privateHost) return undefined;
  const detail = "resolves to an address that is not public";
  return refuse("validation_failed", `url ${detail}`, { errors: [{ pointer: "/url", detail }] });
}

/** Inserts an existing one, without the limits of requests. */
export async function putSubscription(
  { api, deps, client }: Pick<SubscriptionsEnvironment, "api" | "deps" | "client">,
  overrides: Partial<Subscription> = {},
): Promise<Subscription> {
  const { clock, newId, keyRing } = deps;
  const subscription: Subscription = {
    tenantId: tenantOf(client.accountId),
    network: "testnet",
    id: newId<"webhook_subscription">(),
    accountId: client.accountId,
    url: "https://example.com/hooks",
    events: ["transfer.*"],
    description: undefined,
    state: { status: "active" },
    previousSecretUntil: undefined,
    createdAt: clock.now(),
    updatedAt: clock.now(),
    ...overrides,
  };
  const { sealed } = makeSecret(keyRing, subscription);
  await api.database.transaction((tx) => insertSubscription(unaudited(tx), subscription, sealed));
  return subscription;
}
