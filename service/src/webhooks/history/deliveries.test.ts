import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiResponse } from "../../../test/api.ts";
import { addManagedAccount } from "../../../test/token-holders.ts";
import { openHistory, type WebhookHistoryEnvironment } from "../../../test/webhook-history.ts";
import { formatInstant } from "../../kernel/instant.ts";

let env: WebhookHistoryEnvironment;

beforeAll(async () => {
  env = await openHistory();
});

afterAll(() => env.stop());

const list = async (query = "", client = env.client) =>
  env.send("GET", `/deliveries${query}`, undefined, client);
const idsOf = (body: { readonly deliveries: readonly { readonly id: string }[] }) =>
  body.deliveries.map(({ id }) => id);

describe("the list of deliveries", () => {
  test("shows a pending attempt, and then its result and the next one", async () => {
    const subscription = await env.addSubscription();
    const event = await env.happen();
    const query = `?subscription_id=${subscription.id}`;
    const waiting = (await list(query)).body.deliveries;
    const common = {
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      event_id: event.id,
      event_type: "transfer.created",
      subscription_id: subscription.id,
      reason: "event",
      request_url: subscription.url,
      inserted_at: expect.any(String),
    };
    const pending = {
      ...common,
      attempt_number: 1,
      status: "pending",
      retriable: false,
      status_code: null,
      failure_message: null,
      duration_ms: null,
      response_body_excerpt: null,
      next_attempt_at: formatInstant(event.createdAt),
    };
    expect(waiting).toEqual([pending]);
    await env.settle(event, subscription, "failed");
    const failed = (await list(query)).body.deliveries;
    expect(failed).toEqual([
      { ...pending, attempt_number: 2, next_attempt_at: failed[1].next_attempt_at },
      {
        ...common,
        id: waiting[0].id,
        attempt_number: 1,
        status: "failed",
        retriable: true,
        status_code: 500,
        failure_message: "HTTP 500",
        duration_ms: 7,
        response_body_excerpt: "out of order",
        next_attempt_at: expect.any(String),
      },
    ]);
    await env.settle(event, subscription, "succeeded");
    expect((await list(query)).body.deliveries[0]).toEqual({
      ...common,
      id: failed[0].id,
      attempt_number: 2,
      status: "succeeded",
      retriable: false,
      status_code: 204,
      failure_message: null,
      duration_ms: 7,
      response_body_excerpt: null,
      next_attempt_at: null,
    });
  });

  test("shows a failed attempt as retriable for good, and when the next one of the same delivery is planned", async () => {
    const subscription = await env.addSubscription();
    const event = await env.happen();
    const shown = async () =>
      (await list(`?subscription_id=${subscription.id}`)).body.deliveries.map(
        (each: {
          readonly status: string;
          readonly retriable: boolean;
          readonly next_attempt_at: string | null;
        }) => [each.status, each.retriable, each.next_attempt_at !== null],
      );
    await env.settle(event, subscription, "failed");
    expect(await shown()).toEqual([
      ["pending", false, true],
      ["failed", true, true],
    ]);
    await env.settle(event, subscription, "succeeded");
    expect(await shown()).toEqual([
      ["succeeded", false, false],
      ["failed", true, false],
    ]);
    await env.send("POST", `/events/${event.id}/resend`, { subscription_id: subscription.id });
    await env.settle(event, subscription, "failed");
    expect(await shown()).toEqual([
      ["pending", false, true],
      ["failed", true, true],
      ["succeeded", false, false],
      ["failed", true, false],
    ]);
  });

  test("pages over all subscriptions and both tables, in both directions, without gaps or duplicates", async () => {
    const client = await env.api.createClient();
    const subscriptions = await Promise.all(
      [0, 1, 2].map(() => env.addSubscription({ accountId: client.accountId })),
    );
    for (let count = 0; count < 5; count += 1) {
      const event = await env.happen({ accountId: client.accountId });
      const [first, second] = subscriptions;
      if (first !== undefined && count % 2 === 0) await env.settle(event, first, "succeeded");
      if (second !== undefined) await env.settle(event, second, "failed");
    }
    const all = idsOf((await list("?page[size]=100", client)).body);
    expect(all).toHaveLength(5 * 4);
    expect(all).toEqual([...all].sort().reverse());
    const seen: string[][] = [];
    let next: string | null = null;
    let last: ApiResponse["body"];
    do {
      const after: string = next === null ? "" : `&page[after]=${next}`;
      last = (await list(`?page[size]=6${after}`, client)).body;
      seen.push(idsOf(last));
      next = last.pagination.next;
    } while (next !== null);
    expect(seen.flat()).toEqual(all);
    const before = (await list(`?page[size]=6&page[before]=${last.pagination.prev}`, client)).body;
    expect(idsOf(before)).toEqual(seen.at(-2));
  });

  test("can be filtered by subscription, event, type and status, alone and combined", async () => {
    const client = await env.api.createClient();
    const { accountId } = client;
    const one = await env.addSubscription({ accountId });
    const other = await env.addSubscription({ accountId, events: ["transfer.completed"] });
    const created = await env.happen({ accountId });
    const completed = await env.happen({ accountId, type: "transfer.completed" });
    await env.settle(created, one, "succeeded");
    await env.settle(completed, other, "failed");
    const count = async (query: string) => (await list(query, client)).body.deliveries.length;
    expect(await count("")).toBe(4);
    expect(await count(`?subscription_id=${one.id}`)).toBe(2);
    expect(await count(`?event_id=${completed.id}`)).toBe(3);
    expect(await count(`?event_id=${completed.id}&subscription_id=${one.id}`)).toBe(1);
    expect(await count("?event_type=transfer.created")).toBe(1);
    expect(await count("?status=pending")).toBe(2);
    expect(await count("?status=succeeded")).toBe(1);
    expect(await count("?status=failed")).toBe(1);
    expect(await count("?status=exhausted")).toBe(0);
    expect(await count(`?status=failed&event_id=${completed.id}&event_type=transfer.completed`)).toBe(1);
    expect(await count(`?status=failed&event_id=${created.id}`)).toBe(0);
    expect(await count("?event_type=transfer.created&status=pending")).toBe(0);
  });

  test.each([
    ["?status=lost", "/query/status"],
    ["?event_id=short", "/query/event_id"],
    ["?event_type=transfer.craeted", "/query/event_type"],
    ["?event_type=transfer.*", "/query/event_type"],
    ["?subscription_id=x", "/query/subscription_id"],
    ["?nothing=1", "/query/nothing"],
    ["?page[after]=made-up", "/query/page[after]"],
  ])("%s is refused with its pointer", async (query, pointer) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.errors[0].pointer).toBe(pointer);
  });
});

describe("one delivery", () => {
  test("includes the exact request body", async () => {
    const subscription = await env.addSubscription();
    const event = await env.happen();
    const [delivery] = (await list(`?subscription_id=${subscription.id}`)).body.deliveries;
    const { status, body } = await env.send("GET", `/deliveries/${delivery.id}`);
    expect(status).toBe(200);
    const { request_body: requestBody, ...rest } = body;
    const notSent = { sent_at: null, request_headers: null, signed_with: [], response_headers: null };
    expect(rest).toEqual({ ...delivery, ...notSent });
    expect(Object.keys(JSON.parse(requestBody))).toEqual(["id", "type", "created", "data"]);
    expect(JSON.parse(requestBody)).toEqual({
      id: event.id,
      type: event.type,
      created: formatInstant(event.createdAt),
      data: event.data,
    });
  });

  test("of a test includes the body of the test", async () => {
    const subscription = await env.addSubscription();
    const tested = (await env.send("POST", `/subscriptions/${subscription.id}/test`)).body;
    const { body } = await env.send("GET", `/deliveries/${tested.id}`);
    expect(body.request_body).toBe(env.posts.at(-1)?.body);
  });

  test("that does not exist is not found", async () => {
    for (const id of [env.deps.newId(), "short"]) {
      expect((await env.send("GET", `/deliveries/${id}`)).status).toBe(404);
    }
  });
});

describe("visibility", () => {
  test("deliveries are visible only within their account, tenant and network", async () => {
    const client = await env.api.createClient();
    const { accountId } = client;
    const managed = await addManagedAccount(env.api, accountId);
    const mainnet = await env.api.createClient({ accountId, network: "mainnet" });
    const owner = { accountId: managed, tenant: accountId };
    const own = await env.addSubscription({ accountId });
    const theirs = await env.addSubscription(owner);
    const event = await env.happen(owner);
    const ofManaged = { ...client, accountId: managed };
    const [ownOne] = (await list("", client)).body.deliveries;
    const [theirOne] = (await list("", ofManaged)).body.deliveries;
    expect([ownOne.subscription_id, theirOne.subscription_id]).toEqual([own.id, theirs.id]);
    expect([ownOne.event_id, theirOne.event_id]).toEqual([event.id, event.id]);
    const strangers = [env.client, mainnet];
    for (const stranger of strangers) {
      expect((await list(`?event_id=${event.id}`, stranger)).body.deliveries).toEqual([]);
      expect((await list(`?subscription_id=${own.id}`, stranger)).body.deliveries).toEqual([]);
      expect((await env.send("GET", `/deliveries/${ownOne.id}`, undefined, stranger)).status).toBe(404);
    }
    expect((await env.send("GET", `/deliveries/${ownOne.id}`, undefined, ofManaged)).status).toBe(404);
    const asStranger = { ...env.client, accountId };
    expect((await list("", asStranger)).status).toBe(404);
  });

  test("reading needs webhooks:read", async () => {
    const client = await env.api.createClient({ scopes: ["webhooks:write"] });
    expect((await list("", client)).status).toBe(403);
    const path = `/deliveries/${env.deps.newId()}`;
    expect((await env.send("GET", path, undefined, client)).status).toBe(403);
  });
});
