import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  createRequest,
  startTestApi,
  type TestApi,
  type TestApiOptions,
  type TestClient,
} from "../test/api.ts";
import { createManualClock } from "../test/auth.ts";
import { eventually } from "../test/eventually.ts";
import { countNotes } from "../test/notes-module.ts";
import { startApiProcess } from "../test/start-api-process.ts";
import { statement } from "./db/statement.ts";
import { systemClock } from "./kernel/instant.ts";

const running: TestApi[] = [];
afterEach(async () => {
  for (const api of running.splice(0)) await api.stop();
});

async function start(options: TestApiOptions = {}): Promise<TestApi> {
  const api = await startTestApi(options);
  running.push(api);
  return api;
}

function postNote(
  api: Pick<TestApi, "request">,
  client: TestClient,
  text: string,
  key: string = crypto.randomUUID(),
) {
  return api.request("POST", `/accounts/${client.accountId}/notes`, {
    token: client.token,
    idempotencyKey: key,
    body: { text },
  });
}

/** Blocks every note until the returned function is called. */
async function holdNotes(api: TestApi): Promise<() => Promise<void>> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held = (): void => {};
  const isHeld = new Promise<void>((resolve) => {
    held = resolve;
  });
  const holding = api.database.transaction(async (tx) => {
    await tx.run(statement("LOCK TABLE notes IN ACCESS EXCLUSIVE MODE"));
    held();
    await released;
  });
  await isHeld;
  return async () => {
    release();
    await holding;
  };
}

/** Number of statements that are waiting for a lock. */
async function waitingStatements(api: TestApi): Promise<number> {
  const row = await api.database.first(
    statement<{ count: bigint }>(
      "SELECT count(*) AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    ),
  );
  return Number(row?.count ?? 0n);
}

describe("two nodes on one database", () => {
  const masterKey = randomBytes(32);
  const baseUrl = "http://florin.test";

  test("200 concurrent POSTs with one idempotency key have one effect and 200 identical responses", async () => {
    const api = await start({ masterKey, environment: { BASE_URL: baseUrl } });
    const settings = { target: api.testDatabase.target, masterKey: masterKey.toString("hex"), baseUrl };
    const nodes = await Promise.all([startApiProcess(settings), startApiProcess(settings)]);
    try {
      const client = await api.createClient();
      const senders = nodes.map((node) => ({ request: createRequest(node.baseUrl, api.check) }));
      for (const path of ["notes", "batched-notes"]) {
        const responses = await Promise.all(
          Array.from({ length: 200 }, (_, index) =>
            (senders[index % 2] ?? api).request("POST", `/accounts/${client.accountId}/${path}`, {
              token: client.token,
              idempotencyKey: `one key for ${path}`.replaceAll(" ", "-"),
              body: { text: `by two nodes, ${path}` },
            }),
          ),
        );
        expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
        expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
        expect(responses.filter(({ headers }) => headers.get("idempotent-replayed") !== "true")).toHaveLength(
          1,
        );
        expect(await countNotes(api.database, `by two nodes, ${path}`)).toBe(1);
      }
    } finally {
      await Promise.all(nodes.map((node) => node.stop()));
    }
  });

  test("on SIGTERM a node finishes accepted requests, accepts no new ones, and exits", async () => {
    const api = await start({ masterKey, environment: { BASE_URL: baseUrl } });
    const node = await startApiProcess({
      target: api.testDatabase.target,
      masterKey: masterKey.toString("hex"),
      baseUrl,
    });
    const client = await api.createClient();
    const sender = { request: createRequest(node.baseUrl, api.check) };
    const release = await holdNotes(api);
    const accepted = Promise.all(Array.from({ length: 5 }, () => postNote(sender, client, "accepted")));
    await eventually(async () => expect(await waitingStatements(api)).toBe(5));
    const stopped = node.stop();
    await eventually(() => expect(fetch(`${node.baseUrl}/healthz`)).rejects.toThrow());
    await release();
    expect((await accepted).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await stopped).toEqual({ code: 0, output: expect.stringContaining("drained") });
    expect(await countNotes(api.database, "accepted")).toBe(5);
  });
});

test("a connection without a request, and a request during shutdown, do not delay the drain", async () => {
  const api = await start();
  const client = await api.createClient();
  const { hostname, port } = new URL(api.baseUrl);
  const silent = connect(Number(port), hostname);
  await once(silent, "connect");
  const release = await holdNotes(api);
  const accepted = postNote(api, client, "while closing");
  await eventually(async () => expect(await waitingStatements(api)).toBe(1));
  const drained = api.app.drain();
  await once(silent, "close");
  await release();
  expect((await accepted).status).toBe(201);
  await drained;
});

describe("tenant isolation", () => {
  test("a tenant that waits for a hot row does not block the requests of another tenant", async () => {
    const api = await start({ environment: { DATABASE_POOL_SIZE: "4" } });
    const [busy, calm] = [await api.createClient(), await api.createClient()];
    const release = await holdNotes(api);
    const waiting = Array.from({ length: 30 }, () => postNote(api, busy, "hot"));
    await eventually(async () => expect(await waitingStatements(api)).toBe(3));
    expect((await api.request("GET", "/accounts", { token: calm.token })).status).toBe(200);
    await release();
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([201]));
  });
});

describe("overload", () => {
  test("requests above the limit fail fast with 503 and Retry-After; probes still respond", async () => {
    const api = await start({ environment: { MAX_IN_FLIGHT: "3" } });
    const client = await api.createClient();
    const release = await holdNotes(api);
    const accepted = Array.from({ length: 3 }, () => postNote(api, client, "squeezed"));
    await eventually(async () => expect(await waitingStatements(api)).toBe(3));
    for (let tries = 0; tries < 5; tries += 1) {
      const refused = await postNote(api, client, "squeezed");
      expect(refused.body).toMatchObject({ status: 503, code: "overloaded" });
      expect(refused.headers.get("retry-after")).toBe("1");
    }
    expect((await api.request("GET", "/healthz")).status).toBe(200);
    await release();
    expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await postNote(api, client, "squeezed")).status).toBe(201);
  });

  test("an application above its rate limit gets 429 with Retry-After; other applications do not", async () => {
    // The time does not pass, so that no request is allowed again meanwhile.
    const clock = createManualClock(systemClock.now());
    const environment = { FLORIN_ROLES: "api", RATE_LIMIT_PER_SECOND: "1", RATE_LIMIT_BURST: "5" };
    const api = await start({ clock, environment });
    const [eager, calm] = [await api.createClient(), await api.createClient()];
    const list = (client: TestClient) => api.request("GET", "/accounts", { token: client.token });
    const responses = [];
    for (let tries = 0; tries < 8; tries += 1) responses.push(await list(eager));
    const limited = responses.find(({ status }) => status === 429);
    expect(limited?.body).toMatchObject({ code: "rate_limited" });
    expect(Number(limited?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(limited?.headers.get("ratelimit")).toMatch(/^"default";r=0;t=\d+$/);
    expect((await list(calm)).status).toBe(200);
  });
});

describe("database outage", () => {
  test("requests get 503 with Retry-After, readiness fails, and both recover with the database", async () => {
    const api = await start();
    const client = await api.createClient();
    const reconnect = await api.testDatabase.cutOff();
    try {
      const refused = await eventually(async () => {
        const response = await postNote(api, client, "cut off");
        expect(response.status).toBe(503);
        return response;
      });
      expect(refused.body.code).toBe("dependency_unavailable");
      expect(refused.headers.get("retry-after")).toBe("1");
      const readiness = await api.request("GET", "/readyz");
      expect(readiness.status).toBe(503);
      expect(readiness.body).toMatchObject({
        status: "not_ready",
        checks: { database: { status: "failing" } },
      });
      expect((await api.request("GET", "/healthz")).status).toBe(200);
    } finally {
      await reconnect();
    }
    await eventually(async () => expect((await postNote(api, client, "back")).status).toBe(201));
    await eventually(async () => expect((await api.request("GET", "/readyz")).status).toBe(200));
    expect(await countNotes(api.database, "cut off")).toBe(0);
  });
});

describe("operations", () => {
  test("metrics cover requests by operation, connections and jobs", async () => {
    const api = await start({ environment: { METRICS_TOKEN: "a-metrics-token-of-some-length" } });
    expect((await api.request("GET", "/metrics")).body).toMatchObject({ status: 401, code: "unauthorized" });
    await api.createClient();
    const metrics = await api.request("GET", "/metrics", { token: "a-metrics-token-of-some-length" });
    expect(metrics.text).toMatch(
      /florin_http_request_duration_seconds_count\{operation="requestToken",method="POST",status="200"\} 1/,
    );
    expect(metrics.text).toMatch(/florin_database_connections\{state="open"\} \d+/);
    expect(metrics.text).toMatch(/florin_events_waiting 0/);
    expect(metrics.text).toMatch(/process_cpu_seconds_total/);
  });

  test("a node without the role api serves only its probes", async () => {
    const api = await start({ environment: { FLORIN_ROLES: "worker" } });
    expect((await api.request("GET", "/readyz")).body).toMatchObject({ checks: { jobs: { status: "ok" } } });
    expect((await api.request("GET", "/accounts")).status).toBe(404);
    expect((await api.request("POST", "/oauth2/token", { form: {} })).status).toBe(404);
  });

  test("a node without the role worker runs no jobs and has no readiness check for them", async () => {
    const api = await start({ environment: { FLORIN_ROLES: "api" } });
    const readiness = await api.request("GET", "/readyz");
    expect(Object.keys(readiness.body.checks)).toEqual(["database", "migrations"]);
    expect((await api.createClient()).token).toBeTypeOf("string");
  });

  test("the API document is served unchanged, and the API reference loads no external scripts", async () => {
    const api = await start();
    const document = await fetch(`${api.baseUrl}/openapi.json`);
    expect(await document.json()).toEqual(JSON.parse(JSON.stringify(api.app.document)));
    const page = await (await fetch(`${api.baseUrl}/docs`)).text();
    expect(await (await fetch(`${api.baseUrl}/docs/api.html`)).text()).toBe(page);
    for (const [, path] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(path).toMatch(/^\//);
      expect((await fetch(api.baseUrl + path)).status).toBe(200);
    }
  });
});
