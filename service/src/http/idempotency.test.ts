import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { createGate } from "../../test/gate.ts";
import { countNotes } from "../../test/notes-module.ts";
import { statement } from "../db/statement.ts";
import { type ApplicationId, tenantOf } from "../kernel/id.ts";
import { awaitKey } from "./store.ts";

interface Caller extends TestClient {
  readonly api: TestApi;
}

let api: TestApi;
let client: Caller;

beforeAll(async () => {
  api = await startTestApi();
  client = { ...(await api.createClient()), api };
});
afterAll(() => api.stop());

const send = (path: string, idempotencyKey: string | undefined, body: unknown, by: Caller = client) =>
  by.api.request("POST", `/accounts/${by.accountId}/${path}`, {
    token: by.token,
    body,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });

describe.each(["notes", "batched-notes"])("POST %s", (path) => {
  test("without a key it is 400 with a pointer", async () => {
    const response = await send(path, undefined, { text: "no key" });
    expect(response.body).toMatchObject({ status: 400, code: "idempotency_key_missing" });
    expect(response.body.errors).toEqual([{ pointer: "/header/idempotency-key", detail: "is required" }]);
  });

  test.each(["with space", "x".repeat(256), "ümlaut"])("the key %j is 400", async (key) => {
    const headers = { "idempotency-key": Buffer.from(key).toString("latin1") };
    const response = await api.request("POST", `/accounts/${client.accountId}/${path}`, {
      token: client.token,
      body: { text: "bad key" },
      headers,
    });
    expect(response.body).toMatchObject({ status: 400, code: "validation_failed" });
  });

  test("the same key and request return the first response byte for byte, with no second effect", async () => {
    const text = `${path} again`;
    const first = await send(path, `${path}-again`, { text });
    const second = await send(path, `${path}-again`, { text });
    expect(second.text).toBe(first.text);
    expect(second.status).toBe(first.status);
    expect(first.headers.has("idempotent-replayed")).toBe(false);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
    expect(await countNotes(api.database, text)).toBe(1);
  });

  test("member order does not change the request hash", async () => {
    const text = `${path} order`;
    const first = await send(path, `${path}-order`, { text, kind: "plain" });
    expect((await send(path, `${path}-order`, { kind: "plain", text })).text).toBe(first.text);
  });

  test("the same key with a different body or path is 422", async () => {
    await send(path, `${path}-reused`, { text: "one" });
    const other = await send(path, `${path}-reused`, { text: "two" });
    expect(other.body).toMatchObject({ status: 422, code: "idempotency_key_reused" });
    const elsewhere = await send("secret-notes", `${path}-reused`, { text: "one" });
    expect(elsewhere.body).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  });

  test("a refused request leaves nothing behind and does not use up its key", async () => {
    const text = `${path} refused`;
    const refused = await send(path, `${path}-refused`, { text, kind: "refused" });
    expect(refused.body).toMatchObject({ status: 422, code: "unprocessable" });
    expect(await countNotes(api.database, text)).toBe(0);
    expect((await send(path, `${path}-refused`, { text })).status).toBe(201);
  });

  test("two applications may use the same key", async () => {
    const other = { ...(await api.createClient()), api };
    expect((await send(path, `${path}-shared`, { text: "mine" })).status).toBe(201);
    const theirs = await send(path, `${path}-shared`, { text: "theirs" }, other);
    expect(theirs.status).toBe(201);
    expect(theirs.headers.has("idempotent-replayed")).toBe(false);
  });

  test("fifty concurrent requests with one key have one effect and fifty identical responses", async () => {
    const text = `${path} at once`;
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => send(path, `${path}-at-once`, { text })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect(await countNotes(api.database, text)).toBe(1);
  });

  test("of concurrent requests with one key and two bodies, one body has its effect and the other is 422", async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        send(path, `${path}-two-bodies`, { text: `${path} body ${index % 2}` }),
      ),
    );
    const [winner = ""] = responses.filter(({ status }) => status === 201).map(({ text }) => text);
    const winning = winner.includes("body 0") ? 0 : 1;
    expect(responses.map(({ status }) => status)).toEqual(
      responses.map((_, index) => (index % 2 === winning ? 201 : 422)),
    );
    expect(new Set(responses.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
    expect(await countNotes(api.database, `${path} body ${winning}`)).toBe(1);
    expect(await countNotes(api.database, `${path} body ${1 - winning}`)).toBe(0);
  });

  test("fifty concurrent requests, half of them refused, each get their own outcome", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        send(path, `${path}-mixed-${index}`, {
          text: `${path} mixed`,
          kind: index % 2 === 0 ? "plain" : "refused",
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(
      outcomes.map((_, index) => (index % 2 === 0 ? 201 : 422)),
    );
    expect(await countNotes(api.database, `${path} mixed`)).toBe(25);
  });
});

describe("endpoints with an optional key", () => {
  const patch = (key?: string) =>
    api.request("PATCH", `/accounts/${client.accountId}/notes`, {
      token: client.token,
      body: { text: "patched" },
      ...(key === undefined ? {} : { idempotencyKey: key }),
    });

  test("without a key every request has an effect, with one only the first", async () => {
    await patch();
    await patch();
    await patch("patch-once");
    expect((await patch("patch-once")).headers.get("idempotent-replayed")).toBe("true");
    expect(await countNotes(api.database, "patched")).toBe(3);
  });
});

test("a response that holds a secret is stored sealed and replayed in the clear", async () => {
  const first = await send("secret-notes", "sealed", { text: "whisper" });
  const kept = await api.database.first(
    statement<{ body: Buffer; sealed: boolean }>(
      "SELECT body, sealed FROM idempotency_records WHERE key = 'sealed'",
    ),
  );
  expect(kept?.sealed).toBe(true);
  expect(kept?.body.includes("whisper")).toBe(false);
  expect((await send("secret-notes", "sealed", { text: "whisper" })).text).toBe(first.text);
});

/** Another node that works on a key until the returned function is called, and then fails. */
async function workElsewhere(by: Caller, key: string): Promise<() => Promise<void>> {
  const [claimed, released] = [createGate(), createGate()];
  const claim = {
    tenantId: tenantOf(by.accountId),
    network: "testnet" as const,
    callerId: by.clientId as ApplicationId,
    key,
    fingerprint: Buffer.alloc(32),
  };
  const working = by.api.database.transaction(async (tx) => {
    await awaitKey(tx, claim);
    claimed.open();
    await released.opened;
    throw new Error("the other node failed");
  });
  const ended = expect(working).rejects.toThrow("the other node failed");
  await claimed.opened;
  return async () => {
    released.open();
    await ended;
  };
}

test("in a batch, a key that is in use on another node blocks no other request", async () => {
  const failElsewhere = await workElsewhere(client, "held-in-batch");
  let isHeldResolved = false;
  const held = send("batched-notes", "held-in-batch", { text: "held" }).finally(() => {
    isHeldResolved = true;
  });
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      send("batched-notes", `beside-held-${index}`, { text: "beside" }),
    ),
  );
  expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
  expect(isHeldResolved).toBe(false);
  await failElsewhere();
  expect((await held).status).toBe(201);
});

test("requests of one tenant in both networks are written in their own network", async () => {
  const testnet: Caller = { ...(await api.createClient()), api };
  const mainnet: Caller = {
    ...(await api.createClient({ network: "mainnet", accountId: testnet.accountId })),
    api,
  };
  const callers = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? testnet : mainnet));
  const responses = await Promise.all(
    callers.map((caller, index) => {
      const text = caller === testnet ? "on testnet" : "on mainnet";
      return send("batched-notes", `network-${index}`, { text }, caller);
    }),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  for (const [caller, text] of [[testnet, "on testnet"] as const, [mainnet, "on mainnet"] as const]) {
    const { body } = await api.request("GET", `/accounts/${caller.accountId}/notes`, { token: caller.token });
    expect(body.notes.map((note: { text: string }) => note.text)).toEqual(
      Array.from({ length: 10 }, () => text),
    );
  }
});

describe("a request that waits longer than allowed", () => {
  let caller: Caller;
  beforeAll(async () => {
    const impatient = await startTestApi({ environment: { IDEMPOTENCY_WAIT_SECONDS: "1" } });
    caller = { ...(await impatient.createClient()), api: impatient };
  });
  afterAll(() => caller.api.stop());

  test.each(["notes", "batched-notes"])(
    "POST %s: a key that is in use on another node is awaited, then it is 409",
    async (path) => {
      const failElsewhere = await workElsewhere(caller, `held-${path}`);
      const response = await send(path, `held-${path}`, { text: "waiting" }, caller);
      expect(response.body).toMatchObject({ status: 409, code: "idempotency_key_in_flight" });
      expect(response.headers.get("retry-after")).toBe("1");
      await failElsewhere();
      expect((await send(path, `held-${path}`, { text: "waiting" }, caller)).status).toBe(201);
    },
  );

  test("a request that cannot get a lock gets Retry-After, and its key stays free", async () => {
    const [locked, released] = [createGate(), createGate()];
    const holding = caller.api.database.transaction(async (tx) => {
      await tx.run(statement("LOCK TABLE notes IN ACCESS EXCLUSIVE MODE"));
      locked.open();
      await released.opened;
    });
    await locked.opened;
    const response = await send("notes", "contended", { text: "contended" }, caller).finally(released.open);
    await holding;
    expect(response.body).toMatchObject({ status: 503, code: "overloaded" });
    expect(response.headers.get("retry-after")).toBe("1");
    expect((await send("notes", "contended", { text: "contended" }, caller)).status).toBe(201);
  });
});
