import { randomBytes } from "node:crypto";
import { createApplication, revokeApplication } from "../src/auth/index.ts";
import { createWakeUp, type WakeUp } from "../src/db/wake-up.ts";
import { createEventDispatcher, createEventLog } from "../src/events/index.ts";
import { systemCause } from "../src/kernel/cause.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import {
  type AccountId,
  createIdFactory,
  type Id,
  type Network,
  parseId,
  tenantOf,
} from "../src/kernel/id.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { createFeedConsumer } from "../src/webhooks/feed/feed-consumer.ts";
import { feedRoutes } from "../src/webhooks/feed/routes.ts";
import { newAccountRequest } from "./account-request.ts";
import { type ApiResponse, startTestApi, type TestApi, type TestClient } from "./api.ts";
import { createTestDatabase } from "./database.ts";
import { type EventStreamClient, openEventStream } from "./event-stream-client.ts";

/** A node of the service with the event feed, and accounts that have events. */
export interface FeedEnvironment {
  readonly api: TestApi;
  readonly client: TestClient;
  readonly errors: readonly unknown[];
  /** Appends events to an account of this client, in one transaction. */
  happen(accountId: AccountId, types: readonly string[], options?: HappenOptions): Promise<void>;
  /** An account that the client manages. */
  createManaged(): Promise<AccountId>;
  /** A token of an application of a managed account. */
  tokenOf(accountId: AccountId): Promise<string>;
  /** Revokes the client's application. */
  revoke(client: TestClient): Promise<void>;
  get(path: string, options?: GetOptions): Promise<ApiResponse>;
  follow(path: string, options?: FollowOptions): Promise<EventStreamClient>;
  stop(): Promise<void>;
}

export interface HappenOptions {
  readonly owner?: TestClient;
  readonly network?: Network;
}

export interface GetOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FollowOptions {
  readonly token?: string;
  readonly lastEventId?: string;
}

const inventedTypes = ["note.created", "note.changed", "note.draft.made", "other.thing"];

export async function openFeedEnvironment(): Promise<FeedEnvironment> {
  const testDatabase = await createTestDatabase({ maxConnections: 25 });
  const { database, target } = testDatabase;
  const masterKey = randomBytes(32);
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const wakeUp = createWakeUp({ connection: target, applicationName: "florin test", onError: () => {} });
  const api = await startTestApi({
    testDatabase,
    masterKey,
    inventsEvents: true,
    // Its events are dispatched only here. A stream that a drain had to wait for would show.
    environment: { FLORIN_ROLES: "api", DRAIN_TIMEOUT_SECONDS: "600" },
    moreRoutes: feedRoutes({ database, wakeUp, onUpdateError: onError, eventTypeNames: inventedTypes }),
  });
  const consumers = [createFeedConsumer({ wakeUp })];
  const dispatching = { database, wakeUp, clock: systemClock, consumers, pollMs: 20, onError };
  const dispatcher = createEventDispatcher(dispatching);
  dispatcher.start();
  const client = await api.createClient();
  const { follow, closeAll } = createFollowing(api, client);
  return {
    api,
    client,
    errors,
    ...createUsers(api, client, masterKey),
    happen: createBankEvents(api, client, wakeUp),
    get: (path, options) => api.request("GET", path, { token: client.token, ...options }),
    follow,
    stop: async () => {
      await closeAll();
      await dispatcher.stop();
      await wakeUp.close();
      await api.stop();
    },
  };
}

const newId = createIdFactory(systemClock);

function createBankEvents(
  { database }: TestApi,
  client: TestClient,
  wakeUp: Pick<WakeUp, "nudge">,
): FeedEnvironment["happen"] {
  const log = createEventLog({ clock: systemClock, newId, wakeUp });
  return async (accountId, types, { owner = client, network = "testnet" } = {}) => {
    const events = types.map((type) => ({ accountId, type, data: { account_id: accountId } }));
    const tenantId = tenantOf(owner.accountId);
    await database.transaction((tx) => log.append(tx, { tenantId, network }, events));
  };
}

function createUsers(
  api: TestApi,
  client: TestClient,
  masterKey: Buffer,
): Pick<FeedEnvironment, "createManaged" | "tokenOf" | "revoke"> {
  const deps = { keyRing: createKeyRing(masterKey), clock: systemClock, newId };
  const cause = systemCause("test");
  return {
    createManaged: async () => {
      const idempotencyKey = crypto.randomUUID();
      const input = { token: client.token, idempotencyKey, body: newAccountRequest() };
      const { body } = await api.request("POST", "/accounts", input);
      return idOf<"account">(body.id);
    },
    tokenOf: async (accountId) => {
      const { application, clientSecret } = await api.database.transaction((tx) =>
        createApplication(deps, tx, {
          tenantId: tenantOf(client.accountId),
          accountId,
          network: "testnet",
          name: "Of the managed account",
          scopes: ["events:read"],
          cause,
        }),
      );
      const { body } = await api.request("POST", "/oauth2/token", {
        form: { grant_type: "client_credentials", client_id: application.id, client_secret: clientSecret },
      });
      return body.access_token;
    },
    revoke: async ({ accountId, clientId }) => {
      const key = { tenantId: tenantOf(accountId), applicationId: idOf<"application">(clientId), cause };
      await api.database.transaction((tx) => revokeApplication(deps, tx, key));
    },
  };
}

function createFollowing(
  { baseUrl, check }: TestApi,
  client: TestClient,
): Pick<FeedEnvironment, "follow"> & { readonly closeAll: () => Promise<void> } {
  const streams: EventStreamClient[] = [];
  return {
    follow: async (path, options) => {
      const stream = await openEventStream({ baseUrl, check, path, token: client.token, ...options });
      streams.push(stream);
      return stream;
    },
    closeAll: async () => {
      await Promise.all(streams.map((stream) => stream.close()));
    },
  };
}

function idOf<Kind extends string>(text: string): Id<Kind> {
  const id = parseId<Kind>(text);
  if (id === undefined) throw new Error(`${text} is no id`);
  return id;
}
