import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiResponse } from "../../../test/api.ts";
import {
  expectedSubscription,
  knownEventTypes,
  openSubscriptions,
  privateHost,
  type SubscriptionsEnvironment,
} from "../../../test/subscriptions.ts";
import { addManagedAccount } from "../../../test/token-holders.ts";
import { addMs, formatInstant } from "../../kernel/instant.ts";

let env: SubscriptionsEnvironment;

beforeAll(async () => {
  env = await openSubscriptions();
});

afterAll(() => env.stop());

const post = (overrides: object) => env.send("POST", "", { body: expectedSubscription(overrides) });
const change = (id: string, body: object) => env.send("PATCH", `/subscriptions/${id}`, { body });
const archive = (id: string) => env.send("DELETE", `/subscriptions/${id}`);
const rotate = (id: string, body?: object) =>
  env.send("POST", `/subscriptions/${id}/rotate-secret`, body === undefined ? {} : { body });
const get = (id: string) => env.send("GET", `/${id}`);
const pointerOf = ({ status, body }: ApiResponse) => [status, body.errors?.[0]?.pointer];

describe("a new subscription", () => {
  test("is active and returns its secret, which is never returned again", async () => {
    const expected = { events: ["transfer.created", "transfer.created", "payment.*"], description: "Mine" };
    const { status, body, headers } = await post(expected);
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/accounts/${env.client.accountId}/webhooks/${body.id}`);
    const { sharedSecret, ...rest } = body;
    expect(rest).toEqual({
      id: expect.any(String),
      url: "https://example.com/hooks",
      events: ["transfer.created", "payment.*"],
      status: "active",
      description: "Mine",
      address_id: null,
      disabled_reason: null,
      failing_since: null,
      previous_secret_valid_until: null,
      warnings: [],
      created_at: formatInstant(env.clock.now()),
      updated_at: formatInstant(env.clock.now()),
    });
    expect(sharedSecret).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(sharedSecret, "base64url")).toHaveLength(32);
    expect((await get(body.id)).body).toEqual(rest);
  });

  test("has its own secret", async () => {
    const [one, other] = [await env.create(), await env.create()];
    expect(one.sharedSecret).not.toBe(other.sharedSecret);
  });

  test("is created once per key, and a replay returns the same secret", async () => {
    const input = { body: expectedSubscription(), key: "subscribe-1" };
    const first = await env.send("POST", "", input);
    const again = await env.send("POST", "", input);
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
    const { token, accountId } = env.client;
    const keyless = { token, body: expectedSubscription() };
    const refused = await env.api.request("POST", `/accounts/${accountId}/webhooks`, keyless);
    expect(refused.body.code).toBe("idempotency_key_missing");
  });

  test("may belong to a pending account", async () => {
    const accountId = await addManagedAccount(env.api, env.client.accountId, { status: "pending" });
    const response = await env.send("POST", "", {
      body: expectedSubscription(),
      as: { ...env.client, accountId },
    });
    expect(response.status).toBe(201);
  });

  const cases: readonly (readonly [string, object, number, string | undefined])[] = [
    ["no URL", { url: undefined }, 400, "/url"],
    ["a URL without TLS", { url: "http://example.com" }, 400, "/url"],
    ["a URL with credentials", { url: "https://me:secret@example.com" }, 400, "/url"],
    ["a loopback address", { url: "https://127.1/" }, 400, "/url"],
    ["a hostname that resolves to a private address", { url: `https://${privateHost}/` }, 400, "/url"],
    ["a long URL", { url: `https://example.com/${"x".repeat(2048)}` }, 400, "/url"],
    ["no list of events", { events: undefined }, 400, "/events"],
    ["an empty list", { events: [] }, 400, "/events"],
    ["a list that is too long", { events: Array(51).fill("transfer.*") }, 400, "/events"],
    ["everything", { events: ["*"] }, 400, "/events/0"],
    ["an unknown type", { events: ["transfer.*", "transfer.exploded"] }, 400, "/events/1"],
    ["an unknown wildcard", { events: ["weather.*"] }, 400, "/events/0"],
    ["a partial wildcard", { events: ["trans*"] }, 400, "/events/0"],
    ["a prefix without a wildcard", { events: ["transfer"] }, 400, "/events/0"],
    ["a value that is not a string", { events: [1] }, 400, "/events/0"],
    ["a blank description", { description: " " }, 422, "/description"],
    ["a description with invisible characters", { description: "a\u202Eb" }, 422, "/description"],
    ["a secret of its own", { sharedSecret: "mine" }, 400, "/sharedSecret"],
  ];

  test.each(cases)("with %s is refused", async (_what, overrides, status, pointer) => {
    expect(pointerOf(await post(overrides))).toEqual([status, pointer]);
  });

  test("is refused with the list of event types when it requests unknown ones", async () => {
    const { body } = await post({ events: ["weather.changed"] });
    for (const known of [...knownEventTypes, "account.*", "account.verification.*", "transfer.*"])
      expect(body.detail).toContain(known);
    expect(body.detail).not.toContain("weather");
  });

  test("may use nested wildcards", async () => {
    const events = ["account.*", "account.verification.*", "account.verification.completed"];
    expect((await post({ events })).body.events).toEqual(events);
  });
});

describe("the list", () => {
  test("is newest first, in pages and by status, without secrets", async () => {
    const as = await env.api.createClient();
    const ids: string[] = [];
    for (const name of ["A", "B", "C"])
      ids.unshift((await env.create(expectedSubscription({ description: name }), as)).id);
    await env.send("PATCH", `/subscriptions/${ids[0]}`, { body: { status: "disabled" }, as });
    await env.send("DELETE", `/subscriptions/${ids[2]}`, { as });
    const list = async (query: string) => (await env.send("GET", `?${query}`, { as })).body;
    const idsOf = (body: ApiResponse["body"]) => body.subscriptions.map(({ id }: { id: string }) => id);
    const first = await list("page[size]=2");
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    const second = await list(`page[size]=2&page[after]=${first.pagination.next}`);
    expect(idsOf(second)).toEqual(ids.slice(2));
    const back = await list(`page[size]=2&page[before]=${second.pagination.prev}`);
    expect(idsOf(back)).toEqual(ids.slice(0, 2));
    expect(idsOf(await list("status=active"))).toEqual([ids[1]]);
    expect(idsOf(await list("status=disabled"))).toEqual([ids[0]]);
    expect(idsOf(await list("status=archived"))).toEqual([ids[2]]);
    expect((await env.send("GET", "?status=gone", { as })).status).toBe(400);
    expect(JSON.stringify(await list(""))).not.toContain('ecret":"');
  });
});

describe("a change", () => {
  test("replaces the given fields and leaves the rest", async () => {
    const { id, sharedSecret: _, ...before } = await env.create(expectedSubscription({ description: "A" }));
    env.clock.advance(1000);
    const updated_at = formatInstant(env.clock.now());
    const { body } = await change(id, { events: ["payment.completed"] });
    expect(body).toEqual({ ...before, id, events: ["payment.completed"], updated_at });
    const moved = await change(id, { url: "https://Example.org:8443", description: null });
    expect(moved.body).toMatchObject({ url: "https://example.org:8443/", description: null });
    expect((await get(id)).body).toEqual(moved.body);
  });

  test("disables and activates any number of times", async () => {
    const { id } = await env.create();
    for (const status of ["disabled", "disabled", "active", "active", "disabled"]) {
      expect((await change(id, { status })).body).toMatchObject({
        status,
        disabled_reason: status === "disabled" ? "requested" : null,
      });
    }
  });

  test("is made once per key", async () => {
    const { id } = await env.create();
    const { token, accountId } = env.client;
    const options = { token, idempotencyKey: "change-1", body: { description: "New" } };
    const path = `/accounts/${accountId}/webhooks/subscriptions/${id}`;
    const first = await env.api.request("PATCH", path, options);
    await change(id, { description: "Newer" });
    const again = await env.api.request("PATCH", path, options);
    expect([again.text, (await get(id)).body.description]).toEqual([first.text, "Newer"]);
  });

  const cases: readonly (readonly [string, object, number, string])[] = [
    ["without fields", {}, 400, ""],
    ["to archived", { status: "archived" }, 400, "/status"],
    ["to a hostname that resolves to a private address", { url: `https://${privateHost}/` }, 400, "/url"],
    ["to no URL", { url: null }, 400, "/url"],
    ["to an unknown event", { events: ["weather.changed"] }, 400, "/events/0"],
    ["to no events", { events: [] }, 400, "/events"],
    ["to a blank description", { description: "" }, 422, "/description"],
    ["of its secret", { sharedSecret: "mine" }, 400, "/sharedSecret"],
  ];

  test.each(cases)("%s is refused, and nothing is changed", async (_what, body, status, pointer) => {
    const { id, sharedSecret: _, ...before } = await env.create();
    expect(pointerOf(await change(id, { ...body }))).toEqual([status, pointer]);
    expect((await get(id)).body).toEqual({ ...before, id });
  });
});

describe("an archived subscription", () => {
  test("stays readable and cannot be updated, rotated or archived again", async () => {
    const { id } = await env.create();
    const gone = await archive(id);
    expect([gone.status, gone.text]).toEqual([204, ""]);
    const { body } = await get(id);
    expect([body.status, body.disabled_reason]).toEqual(["archived", null]);
    for (const response of [
      await archive(id),
      await change(id, { status: "active" }),
      await change(id, { description: "Late" }),
      await rotate(id),
    ])
      expect([response.status, response.body.code]).toEqual([409, "conflict"]);
    expect((await get(id)).body).toEqual(body);
  });

  test("may have been disabled before", async () => {
    const { id } = await env.create();
    await change(id, { status: "disabled" });
    expect((await archive(id)).status).toBe(204);
    expect((await get(id)).body).toMatchObject({ status: "archived", disabled_reason: null });
  });
});

describe("a rotation", () => {
  const hourMs = 3_600_000;

  test("returns a new secret and the expiry of the previous one: a day by default", async () => {
    const created = await env.create();
    const { status, body } = await rotate(created.id);
    expect([status, body.id]).toEqual([200, created.id]);
    expect(body.sharedSecret).toMatch(/^[\w-]{43}$/);
    expect(body.sharedSecret).not.toBe(created.sharedSecret);
    const until = formatInstant(addMs(env.clock.now(), 24 * hourMs));
    expect(body.previous_secret_valid_until).toBe(until);
    expect((await get(created.id)).body.previous_secret_valid_until).toBe(until);
    env.clock.advance(24 * hourMs);
    expect((await get(created.id)).body.previous_secret_valid_until).toBe(null);
  });

  test("expires the previous one immediately when there is no overlap", async () => {
    const { id } = await env.create();
    expect((await rotate(id, { overlap_seconds: 0 })).body.previous_secret_valid_until).toBe(null);
    expect((await get(id)).body.previous_secret_valid_until).toBe(null);
  });

  test("is made once per key", async () => {
    const { id } = await env.create();
    const input = { key: "rotate-1", body: { overlap_seconds: 60 } };
    const first = await env.send("POST", `/subscriptions/${id}/rotate-secret`, input);
    const again = await env.send("POST", `/subscriptions/${id}/rotate-secret`, input);
    expect([first.status, again.text]).toEqual([200, first.text]);
  });

  test.each([-1, 604_801, 1.5, "60"])("with an overlap of %s is refused", async (overlap_seconds) => {
    const { id } = await env.create();
    expect(pointerOf(await rotate(id, { overlap_seconds }))).toEqual([400, "/overlap_seconds"]);
  });
});
