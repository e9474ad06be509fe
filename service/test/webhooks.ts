import { randomBytes } from "node:crypto";
import { createManagingAccount } from "../src/accounts/index.ts";
import { insertAccount } from "../src/accounts/store.ts";
import type { Database } from "../src/db/database.ts";
import type { ConnectionTarget } from "../src/db/pool.ts";
import { statement } from "../src/db/statement.ts";
import { createWakeUp, type WakeUp } from "../src/db/wake-up.ts";
import { createEventDispatcher, createEventLog, type Event, type EventLog } from "../src/events/index.ts";
import { systemCause } from "../src/kernel/cause.ts";
import { createKeyRing, type KeyRing } from "../src/kernel/envelope.ts";
import { type AccountId, createIdFactory, type Network, type NewId, tenantOf } from "../src/kernel/id.ts";
import { type Clock, systemClock } from "../src/kernel/instant.ts";
import {
  createDeliveryWorker,
  type DeliveryWorker,
  type DeliveryWorkerOptions,
} from "../src/webhooks/delivery/delivery-worker.ts";
import type { HandOver } from "../src/webhooks/delivery/hand-over.ts";
import type { Endpoint } from "../src/webhooks/delivery/store.ts";
import { createFanOut } from "../src/webhooks/fan-out/fan-out.ts";
import type { SendOutcome, WebhookPost } from "../src/webhooks/sender.ts";
import { disableSubscription } from "../src/webhooks/subscriptions/disable-subscription.ts";
import { makeSecret } from "../src/webhooks/subscriptions/shared-secret.ts";
import { insertSubscription } from "../src/webhooks/subscriptions/store.ts";
import type { Subscription } from "../src/webhooks/subscriptions/subscription.ts";
import { createTestDatabase } from "./database.ts";
import { unaudited } from "./unaudited.ts";

/** A database with an event log and subscriptions; whatever was started is stopped at its end. */
export interface WebhooksEnvironment {
  readonly database: Database;
  readonly target: ConnectionTarget;
  readonly masterKey: Buffer;
  readonly newId: NewId;
  readonly errors: readonly unknown[];
  /** Creates a managing account, or with a manager a managed one. */
  addAccount(manager?: AccountId): Promise<AccountId>;
  subscribe(options: SubscribeOptions): Promise<Subscription & { readonly sharedSecret: string }>;
  /** In one transaction. */
  happen(accountId: AccountId, types: readonly string[], options?: HappenOptions): Promise<readonly Event[]>;
  /** Fans out events until there are none left. */
  handOut(): Promise<void>;
  /** With a hand-over, its fan-out is on the same node as that worker. */
  startDispatcher(handOver?: HandOver): void;
  startDeliveryWorker(
    options: Pick<DeliveryWorkerOptions, "sender"> & Partial<DeliveryWorkerOptions>,
  ): DeliveryWorker;
  attempts(): Promise<readonly AttemptRow[]>;
  queued(): Promise<readonly QueuedRow[]>;
  /** Number of pending and of succeeded attempts. */
  count(): Promise<{ readonly queued: number; readonly succeeded: number }>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface SubscribeOptions {
  readonly accountId: AccountId;
  readonly manager?: AccountId;
  readonly events?: readonly string[];
  readonly url?: string;
  readonly network?: Network;
}

interface HappenOptions {
  /** In addition to the id and the account, or instead of them. */
  readonly data?: object;
  readonly manager?: AccountId;
  readonly network?: Network;
}

export interface AttemptRow {
  readonly id: string;
  readonly subscriptionId: string;
  readonly eventId: string;
  readonly attemptNumber: number;
  readonly reason: string;
  readonly status: string;
  readonly statusCode: number | undefined;
  readonly failureMessage: string | undefined;
  readonly nextAttemptAt: number | undefined;
  readonly endedAt: number;
}

export interface QueuedRow {
  readonly id: string;
  readonly subscriptionId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly attemptNumber: number;
  readonly dueAt: number;
}

const cause = systemCause("test");

export async function openWebhooks(clock: Clock = systemClock): Promise<WebhooksEnvironment> {
  const { database, target, drop } = await createTestDatabase({ maxConnections: 20 });
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const wakeUp = createWakeUp({ connection: target, applicationName: "florin test", onError: () => {} });
  const newId = createIdFactory(systemClock);
  const masterKey = randomBytes(32);
  const keyRing = createKeyRing(masterKey);
  const eventLog = createEventLog({ clock, newId, wakeUp });
  const running: (() => Promise<void>)[] = [];
  const deps = { database, clock, newId, keyRing, wakeUp, eventLog };
  return {
    database,
    target,
    masterKey,
    newId,
    errors,
    addAccount: (manager) => addAccount(deps, manager),
    subscribe: (options) => subscribe(deps, options),
    happen: (accountId, types, options) => happen(deps, accountId, types, options),
    handOut: () => handOut(deps),
    startDispatcher: (handOver) => {
      const consumers = [createFanOut({ clock, newId, wakeUp, handOver })];
      const dispatcher = createEventDispatcher({ database, wakeUp, clock, consumers, pollMs: 20, onError });
      running.push(() => dispatcher.stop());
      dispatcher.start();
    },
    startDeliveryWorker: (options) => {
      const deliveryWorker = createDeliveryWorker({ ...deliveryWorkerDefaults(deps), onError, ...options });
      running.push(() => deliveryWorker.stop(1_000));
      deliveryWorker.start();
      return deliveryWorker;
    },
    attempts: () => database.rows(readAttempts),
    queued: () => database.rows(readQueue),
    count: async () => (await database.first(countAttempts)) ?? { queued: 0, succeeded: 0 },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(running.map((stop) => stop()));
      await wakeUp.close();
      await drop();
    },
  };
}

function deliveryWorkerDefaults(deps: EnvironmentDeps) {
  return {
    ...deps,
    concurrency: 64,
    endpointConcurrency: 8,
    pollMs: 20,
    disable: async (endpoint: Endpoint, because: "gone" | "failing"): Promise<void> => {
      await deps.database.transaction((tx) => disableSubscription(deps, tx, endpoint, because));
    },
  };
}

function happen(
  { database, eventLog, newId }: EnvironmentDeps,
  accountId: AccountId,
  types: readonly string[],
  { manager = accountId, network = "testnet", data = {} }: HappenOptions = {},
): Promise<readonly Event[]> {
  const events = types.map((type) => ({
    accountId,
    type,
    data: { id: newId<"thing">(), account_id: accountId, ...data },
  }));
  return database.transaction((tx) => eventLog.append(tx, { tenantId: tenantOf(manager), network }, events));
}

interface EnvironmentDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly wakeUp: WakeUp;
  readonly eventLog: EventLog;
}

async function addAccount(
  { database, clock, newId }: EnvironmentDeps,
  manager: AccountId | undefined,
): Promise<AccountId> {
  return database.transaction(async (tx) => {
    if (manager === undefined) {
      const name = "Test";
      return (await createManagingAccount({ clock, newId }, tx, { name, selfAttested: false, cause })).id;
    }
    const id = newId<"account">();
    const now = clock.now();
    await insertAccount(unaudited(tx), {
      kind: "managed",
      id,
      tenantId: tenantOf(manager),
      managingAccountId: manager,
      network: "testnet",
      name: "Managed",
      businessName: undefined,
      selfAttested: false,
      status: "complete",
      createdAt: now,
      updatedAt: now,
    });
    return id;
  });
}

async function subscribe(
  { database, clock, newId, keyRing }: EnvironmentDeps,
  options: SubscribeOptions,
): Promise<Subscription & { readonly sharedSecret: string }> {
  const now = clock.now();
  const subscription: Subscription = {
    tenantId: tenantOf(options.manager ?? options.accountId),
    network: options.network ?? "testnet",
    id: newId<"webhook_subscription">(),
    accountId: options.accountId,
    url: options.url ?? "https://receiver.example/hooks",
    events: options.events ?? ["transfer.*"],
    description: undefined,
    state: { status: "active" },
    previousSecretUntil: undefined,
    createdAt: now,
    updatedAt: now,
  };
  const { shown, sealed } = makeSecret(keyRing, subscription);
  await database.transaction((tx) => insertSubscription(unaudited(tx), subscription, sealed));
  return { ...subscription, sharedSecret: shown };
}

async function handOut({ database, clock, newId }: EnvironmentDeps): Promise<void> {
  const errors: unknown[] = [];
  const wakeUp = { nudge: () => {}, listen: () => () => {}, close: async () => {} };
  const dispatcher = createEventDispatcher({
    database,
    wakeUp,
    clock,
    consumers: [createFanOut({ clock, newId, wakeUp })],
    pollMs: 5,
    onError: (error) => errors.push(error),
  });
  dispatcher.start();
  try {
    for (;;) {
      const left = await database.first(countOutbox);
      if (errors.length > 0) throw errors[0];
      if (left?.count === 0) return;
    }
  } finally {
    await dispatcher.stop();
  }
}

interface AttemptCounts {
  readonly queued: number;
  readonly succeeded: number;
}

const countAttempts = statement<AttemptCounts>(`
  SELECT (SELECT count(*)::integer FROM webhook_queue) AS queued,
         (SELECT count(*)::integer FROM webhook_attempts WHERE status = 'succeeded') AS succeeded`);
const countOutbox = statement<{ readonly count: number }>(
  "SELECT count(*)::integer AS count FROM event_outbox",
);
const readAttempts = statement<AttemptRow>(`
  SELECT id, subscription_id, event_id, attempt_number, reason, status, status_code, failure_message, next_attempt_at,
         ended_at
    FROM webhook_attempts ORDER BY ended_at, id`);
const readQueue = statement<QueuedRow>(`
  SELECT id, subscription_id, event_id, event_type, attempt_number, due_at FROM webhook_queue ORDER BY due_at, id`);

/** Responds as configured, and records requests. */
export function createSenderDouble(response: (post: WebhookPost) => SendOutcome | Promise<SendOutcome>) {
  const posts: WebhookPost[] = [];
  return {
    posts,
    send: async (post: WebhookPost): Promise<SendOutcome> => {
      posts.push(post);
      return response(post);
    },
  };
}

export function responded(
  statusCode: number,
  more: { readonly retryAfterMs?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): SendOutcome {
  return {
    type: "responded",
    statusCode,
    durationMs: 3,
    excerpt: undefined,
    headers: more.headers ?? {},
    retryAfterMs: more.retryAfterMs,
  };
}
