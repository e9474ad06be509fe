import { randomBytes } from "node:crypto";
import { verifyWebhook } from "@florin/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertAccount } from "../../../service/src/accounts/store.ts";
import type { Database } from "../../../service/src/db/database.ts";
import { createEventLog } from "../../../service/src/events/index.ts";
import { type AccountId, createIdFactory, tenantOf } from "../../../service/src/kernel/id.ts";
import { systemClock } from "../../../service/src/kernel/instant.ts";
import { eventTypes } from "../../../service/src/webhooks/event-types.ts";
import { startTestApi, type TestApi, type TestClient } from "../../../service/test/api.ts";
import { freePort } from "../../../service/test/free-port.ts";
import { unaudited } from "../../../service/test/unaudited.ts";
import { openReceiver } from "../../test/fake-feed.ts";
import { florin, type Outcome } from "../../test/operator.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const newId = createIdFactory(systemClock);
const eventLog = createEventLog({ clock: systemClock, newId, wakeUp: { nudge: () => {} } });

/** Appends an event of this type with its example data from the catalog. */
async function happen(
  database: Database,
  { type, accountId, manager = accountId }: BankEvent,
): Promise<void> {
  const { example } = eventTypes.find((eventType) => eventType.type === type) ?? {};
  const data = { ...(example as object), account_id: accountId };
  const owner = { tenantId: tenantOf(manager), network: "testnet" } as const;
  await database.transaction((tx) => eventLog.append(tx, owner, [{ accountId, type, data }]));
}

interface BankEvent {
  readonly type: string;
  readonly accountId: AccountId;
  readonly manager?: AccountId;
}

async function addManagedAccount(database: Database, manager: AccountId): Promise<AccountId> {
  const id = newId<"account">();
  const now = systemClock.now();
  await database.transaction((tx) =>
    insertAccount(unaudited(tx), {
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
    }),
  );
  return id;
}

interface Line {
  readonly event: { readonly type: string; readonly account_id: string };
  readonly forwarded: { readonly status_code: number } | null;
}

/** Starts listening, and runs each step once as many events have arrived as there are steps before it. */
async function listenWhile(
  {
    baseUrl,
    client,
    argv = [],
  }: { readonly baseUrl: string; readonly client: TestClient; readonly argv?: readonly string[] },
  things: readonly (() => Promise<void>)[],
): Promise<Outcome & { readonly lines: readonly Line[] }> {
  const stop = new AbortController();
  const left = [...things];
  const failures: unknown[] = [];
  const outcome = await florin(["listen", "--json", ...argv], {
    environment: {
      FLORIN_API: baseUrl,
      FLORIN_CLIENT_ID: client.clientId,
      FLORIN_CLIENT_SECRET: client.clientSecret,
    },
    signal: stop.signal,
    onSaid: ({ stdout }) => {
      const reported = stdout.split("\n").length - 2;
      if (reported < things.length - left.length) return;
      const thing = left.shift();
      if (thing === undefined) stop.abort();
      else
        thing().catch((error: unknown) => {
          failures.push(error);
          stop.abort();
        });
    },
  });
  expect(failures).toEqual([]);
  const lines = outcome.stdout.trim().split("\n").slice(1);
  return { ...outcome, lines: lines.map((line) => JSON.parse(line) as Line) };
}

const typesOf = (lines: readonly Line[]) => lines.map(({ event }) => event.type);

test("a managing account receives and forwards its own events and those of its managed accounts", async () => {
  await using receiver = await openReceiver([204]);
  const client = await api.createClient({ scopes: ["accounts:read", "events:read"] });
  const manager = client.accountId;
  const managed = await addManagedAccount(api.database, manager);
  await happen(api.database, { type: "token.created", accountId: manager });
  const argv = ["--forward-to", receiver.url, "--events", "transfer.*"];
  const { exitCode, stdout, stderr, lines } = await listenWhile({ baseUrl: api.baseUrl, client, argv }, [
    () => happen(api.database, { type: "transfer.created", accountId: manager }),
    () => happen(api.database, { type: "transfer.completed", accountId: managed, manager }),
  ]);
  expect(exitCode).toBe(130);
  expect(lines).toMatchObject([
    { event: { type: "transfer.created", account_id: manager }, forwarded: { status_code: 204 } },
    { event: { type: "transfer.completed", account_id: managed } },
  ]);
  const { listening } = JSON.parse(stdout.split("\n")[0] ?? "") as {
    readonly listening: { readonly signing_secret: string };
  };
  const heard = receiver.posts.map(({ body, headers }) =>
    verifyWebhook(body, headers, listening.signing_secret),
  );
  expect(heard.map(({ type }) => type)).toEqual(["transfer.created", "transfer.completed"]);
  const [, cursor = ""] = /--since-cursor (\S+)/.exec(stderr) ?? [];
  const since = ["--since-cursor", cursor, "--events", "token.*"];
  await happen(api.database, { type: "token.created", accountId: managed, manager });
  const resumed = await listenWhile({ baseUrl: api.baseUrl, client, argv: since }, [async () => {}]);
  expect(typesOf(resumed.lines)).toEqual(["token.created"]);
});

test("a managed account receives only its own events, from the beginning", async () => {
  const manager = (await api.createClient()).accountId;
  const managed = await addManagedAccount(api.database, manager);
  const client = await api.createClient({ accountId: manager, scopes: ["events:read"] });
  await happen(api.database, { type: "transfer.created", accountId: managed, manager });
  await happen(api.database, { type: "token.created", accountId: manager });
  const argv = ["--from-beginning", "--account", managed];
  const { lines, stderr } = await listenWhile({ baseUrl: api.baseUrl, client, argv }, [
    async () => {},
    () => happen(api.database, { type: "transfer.completed", accountId: managed, manager }),
  ]);
  expect(typesOf(lines)).toEqual(["transfer.created", "transfer.completed"]);
  expect(stderr).toContain(`Listening to account ${managed} at `);
  const unknown = await listenWhile({ baseUrl: api.baseUrl, client, argv: ["--account", newId()] }, []);
  expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("returned 404") });
  const mistyped = await listenWhile(
    { baseUrl: api.baseUrl, client, argv: ["--account", managed, "--events", "transfer.creatd"] },
    [],
  );
  expect(mistyped.stderr).toContain("unknown event type transfer.creatd");
});

test("listening resumes after a service restart, with the events in between", async () => {
  const masterKey = randomBytes(32);
  const environment = { PORT: String(await freePort()) };
  const first = await startTestApi({ masterKey, environment });
  const { testDatabase, database, baseUrl } = first;
  const client = await first.createClient({ scopes: ["accounts:read", "events:read"] });
  const { accountId } = client;
  let second: TestApi | undefined;
  try {
    // Ignore the sandbox's own funding events.
    const argv = ["--events", "transfer.*"];
    const { lines, stderr } = await listenWhile({ baseUrl, client, argv }, [
      async () => {
        await first.app.drain();
        await happen(database, { type: "transfer.created", accountId });
        second = await startTestApi({ masterKey, testDatabase, environment });
      },
      () => happen(database, { type: "transfer.completed", accountId }),
    ]);
    expect(typesOf(lines)).toEqual(["transfer.created", "transfer.completed"]);
    expect(stderr).not.toContain("returned 4");
  } finally {
    await (second ?? first).stop();
  }
});
