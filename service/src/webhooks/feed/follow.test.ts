import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { eventually } from "../../../test/eventually.ts";
import {
  type FeedEnvironment,
  type FollowOptions,
  openFeedEnvironment,
} from "../../../test/feed-environment.ts";

let env: FeedEnvironment;
let owner: TestClient;

beforeAll(async () => {
  env = await openFeedEnvironment();
});
afterAll(() => env.stop());

async function newOwner(): Promise<TestClient> {
  owner = await env.api.createClient();
  return owner;
}

const path = (query = "") => `/accounts/${owner.accountId}/events${query}`;
const happen = (types: readonly string[]) => env.happen(owner.accountId, types, { owner });
const follow = (query = "", options: FollowOptions = {}) =>
  env.follow(path(query), { token: owner.token, ...options });
const getEvents = (query: string, headers: Readonly<Record<string, string>>) =>
  env.get(path(query), { token: owner.token, headers });
const stream = { accept: "text/event-stream" };
const numbers = (events: readonly { readonly data: { readonly sequence: number } }[]) =>
  events.map(({ data }) => data.sequence);

function upTo(count: number, from = 1): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + from);
}

describe("a stream", () => {
  test("sends new events in the format of the list, with a position to resume from", async () => {
    await newOwner();
    await happen(["note.created"]);
    const following = await follow();
    expect(following.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(following.headers.get("ratelimit")).not.toBeNull();
    await eventually(() => expect(following.text()).toMatch(/^retry: 2000\nid: \S+\n\n$/));
    await happen(["note.changed", "note.draft.made"]);
    const events = await following.take(2);
    expect(events.map(({ event }) => event)).toEqual(["note.changed", "note.draft.made"]);
    const { body } = await env.get(path("?order=oldest"), { token: owner.token });
    expect(events.map(({ data }) => data)).toEqual(body.events.slice(1));
  });

  test("resumes right after the last event seen, and after a cursor of the list", async () => {
    await newOwner();
    const first = await follow();
    await happen(["note.created", "note.changed", "note.created"]);
    const [one] = await first.take(3);
    await first.close();
    await happen(["other.thing"]);
    const second = await follow("", { lastEventId: one?.id ?? "" });
    expect(numbers(await second.take(3))).toEqual([2, 3, 4]);
    const { body } = await env.get(path("?order=oldest&page[size]=2"), { token: owner.token });
    const third = await follow(`?page[after]=${body.pagination.next}`);
    expect(numbers(await third.take(2))).toEqual([3, 4]);
    const fourth = await follow(`?page[after]=${body.pagination.next}`, { lastEventId: second.lastId() });
    await happen(["note.changed"]);
    expect(numbers(await fourth.take(1))).toEqual([5]);
  });

  test("that was cut off before the first event is resumed without a loss", async () => {
    await newOwner();
    const first = await follow();
    await eventually(() => expect(first.lastId()).not.toBe(""));
    await first.close();
    await happen(["note.created"]);
    const second = await follow("", { lastEventId: first.lastId() });
    expect(numbers(await second.take(1))).toEqual([1]);
  });

  test("loses and repeats nothing while ten writers run and the client keeps reconnecting", async () => {
    await newOwner();
    let following = await follow();
    const writing = Promise.all(
      Array.from({ length: 10 }, async () => {
        for (let round = 0; round < 15; round += 1) await happen(["note.created", "note.changed"]);
      }),
    );
    const seen: number[] = [];
    while (seen.length < 300) {
      const events = await following.take(Math.min(37, 300 - seen.length));
      seen.push(...numbers(events));
      await following.close();
      following = await follow("", { lastEventId: events.at(-1)?.id ?? "" });
    }
    await writing;
    expect(seen).toEqual(upTo(300));
  });

  test("sends a long history page by page", async () => {
    await newOwner();
    const { body } = await env.get(path("?order=oldest"), { token: owner.token });
    await happen(Array.from({ length: 450 }, () => "note.created"));
    const following = await follow(`?page[after]=${body.pagination.next}`);
    expect(numbers(await following.take(450))).toEqual(upTo(450));
  });

  test("can be filtered by type", async () => {
    await newOwner();
    const following = await follow("?type=note.*");
    await happen(["other.thing", "note.created", "other.thing", "note.draft.made", "other.thing"]);
    expect(numbers(await following.take(2))).toEqual([2, 4]);
  });

  test("of a managing account includes the accounts it manages", async () => {
    const managed = await env.createManaged();
    const { accountId } = env.client;
    const following = await env.follow(`/accounts/${accountId}/events?include_managed=true`);
    await env.happen(managed, ["note.created"]);
    await env.happen(accountId, ["note.changed"]);
    const events = await following.take(2);
    expect(new Set(events.map(({ data }) => data.account_id))).toEqual(new Set([accountId, managed]));
    const again = await env.follow(`/accounts/${accountId}/events?include_managed=true`, {
      lastEventId: events[0]?.id ?? "",
    });
    expect(await again.take(1)).toEqual(events.slice(1));
  });

  test("contains nothing of other tenants and of the other network", async () => {
    const [one, other] = [await newOwner(), await env.api.createClient()];
    const following = await follow();
    await env.happen(other.accountId, ["note.created"], { owner: other });
    await env.happen(one.accountId, ["note.created"], { owner: one, network: "mainnet" });
    await happen(["other.thing"]);
    expect(await following.take(1)).toMatchObject([{ event: "other.thing", data: { sequence: 1 } }]);
  });
});

describe("content negotiation", () => {
  test.each([
    "*/*",
    "application/json",
    "text/html",
    "text/event-stream;q=0",
    "text/event-stream;q=0.1, application/json",
  ])("with Accept: %s it is JSON", async (accept) => {
    await newOwner();
    const { status, headers } = await getEvents("", { accept });
    expect([status, headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  });

  test("a HEAD request returns the headers of a stream, and leaves none open", async () => {
    await newOwner();
    const options = { token: owner.token, headers: stream };
    for (let round = 0; round < 30; round += 1) {
      const { status, headers } = await env.api.request("HEAD", path(), options);
      expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    }
  });

  test("a refusal before the stream begins is an ordinary error response", async () => {
    await newOwner();
    for (const [query, headers, pointer] of [
      ["?order=oldest", {}, "/query/order"],
      ["?page[size]=5", {}, "/query/page[size]"],
      ["?page[before]=x", {}, "/query/page[before]"],
      ["?page[after]=x", {}, "/query/page[after]"],
      ["?type=note.unheard", {}, "/query/type"],
      ["", { "last-event-id": "nonsense" }, "/header/last-event-id"],
    ] as const) {
      const { status, body } = await getEvents(query, { ...stream, ...headers });
      expect([query, status, body.errors?.[0]?.pointer]).toEqual([query, 400, pointer]);
    }
    const refused = await env.get(path(), { token: "x", headers: stream });
    expect([refused.status, refused.headers.get("content-type")]).toEqual([
      401,
      "application/json; charset=utf-8",
    ]);
    expect((await env.get(path(), { headers: stream })).status).toBe(404);
  });
});

describe("streams", () => {
  test("of one tenant are limited, and a closed one frees its slot", async () => {
    await newOwner();
    const open = await Promise.all(Array.from({ length: 20 }, () => follow()));
    const { status, body, headers } = await getEvents("", stream);
    expect([status, body.code, Number(headers.get("retry-after")) > 0]).toEqual([429, "rate_limited", true]);
    expect((await getEvents("", {})).status).toBe(200);
    await open[0]?.close();
    await eventually(async () => {
      const again = await follow();
      await again.close();
    });
  });

  test("that are idle do not count as requests in flight, and hold no database connection", async () => {
    await newOwner();
    const open = await Promise.all(Array.from({ length: 10 }, () => follow()));
    await eventually(async () => {
      const { text } = await env.api.request("GET", "/metrics");
      expect(text).toMatch(/^florin_http_requests_in_flight 1$/m);
      expect(Number(/^florin_http_streams_open (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(10);
      const { open: connections, idle, waiting } = env.api.database.load();
      expect({ busy: connections - idle, waiting }).toEqual({ busy: 0, waiting: 0 });
    });
    await Promise.all(open.map((each) => each.close()));
  });

  test("end when their application is revoked", async () => {
    await newOwner();
    const following = await follow();
    await env.revoke(owner);
    await following.ended;
    expect((await getEvents("", stream)).status).toBe(401);
  });
});

test("no background errors", () => {
  expect(env.errors).toEqual([]);
});

test("a stopping node ends its streams immediately, and a client resumes on another", async () => {
  const stopping = await openFeedEnvironment();
  const { accountId } = stopping.client;
  try {
    const following = await stopping.follow(`/accounts/${accountId}/events`);
    await stopping.happen(accountId, ["note.created"]);
    const [event] = await following.take(1);
    const drained = stopping.api.app.drain();
    await following.ended;
    await drained;
    expect(event?.id).toBe(following.lastId());
  } finally {
    await stopping.stop();
  }
});
