import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { eventually } from "../../../test/eventually.ts";
import { type FeedEnvironment, openFeedEnvironment } from "../../../test/feed-environment.ts";
import type { AccountId } from "../../kernel/id.ts";

let env: FeedEnvironment;
let owner: TestClient;

beforeAll(async () => {
  env = await openFeedEnvironment();
});
afterAll(() => env.stop());

/** An account without events. */
async function newOwner(): Promise<TestClient> {
  owner = await env.api.createClient();
  return owner;
}

const happen = (types: readonly string[], accountId: AccountId = owner.accountId) =>
  env.happen(accountId, types, { owner });
const list = (query: string, by: TestClient = owner) =>
  env.get(`/accounts/${by.accountId}/events?${query}`, { token: by.token });
const typesIn = ({ body }: Awaited<ReturnType<typeof list>>) =>
  body.events.map(({ type }: { type: string }) => type);
const sequencesIn = ({ body }: Awaited<ReturnType<typeof list>>): readonly number[] =>
  body.events.map(({ sequence }: { sequence: number }) => sequence);

function many(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => (index % 2 === 0 ? "note.created" : "note.changed"));
}

describe("the log of an account", () => {
  test("an event has the format of a webhook, plus its account and sequence", async () => {
    const { accountId } = await newOwner();
    await happen(["note.created", "note.changed"]);
    const { status, body } = await list("");
    expect(status).toBe(200);
    const id = expect.stringMatching(/^[0-9A-Z]{26}$/);
    const created = expect.stringMatching(/^\d{4}-.*Z$/);
    const shared = { id, created, data: { account_id: accountId }, account_id: accountId };
    expect(body).toEqual({
      events: [
        { ...shared, type: "note.changed", sequence: 2 },
        { ...shared, type: "note.created", sequence: 1 },
      ],
      pagination: { page_size: 25, next: null, prev: null, has_more: false },
    });
  });

  test.each(["newest", "oldest"])("with the %s first it is read page by page, and back", async (order) => {
    await newOwner();
    await happen(many(7));
    const expected = order === "oldest" ? [1, 2, 3, 4, 5, 6, 7] : [7, 6, 5, 4, 3, 2, 1];
    const [first, second, third] = await threePages(order);
    expect([first, second, third].map(sequencesIn)).toEqual([
      expected.slice(0, 3),
      expected.slice(3, 6),
      expected.slice(6),
    ]);
    expect(first.body.pagination.prev).toBeNull();
    const back = await list(`order=${order}&page[size]=3&page[before]=${third.body.pagination.prev}`);
    expect(sequencesIn(back)).toEqual(expected.slice(3, 6));
    const again = await list(`order=${order}&page[size]=3&page[after]=${back.body.pagination.next}`);
    expect(sequencesIn(again)).toEqual(expected.slice(6));
  });

  async function threePages(order: string) {
    const first = await list(`order=${order}&page[size]=3`);
    const second = await list(`order=${order}&page[size]=3&page[after]=${first.body.pagination.next}`);
    const third = await list(`order=${order}&page[size]=3&page[next]=${second.body.pagination.next}`);
    return [first, second, third] as const;
  }

  test("with the oldest first there is always a next cursor", async () => {
    await newOwner();
    const nothing = await list("order=oldest");
    expect(nothing.body).toMatchObject({ events: [], pagination: { has_more: false, prev: null } });
    const stillNothing = await list(`order=oldest&page[after]=${nothing.body.pagination.next}`);
    expect(stillNothing.body.pagination.next).toBe(nothing.body.pagination.next);
    await happen(["note.created"]);
    const one = await list(`order=oldest&page[after]=${nothing.body.pagination.next}`);
    expect(sequencesIn(one)).toEqual([1]);
    const end = await list(`order=oldest&page[after]=${one.body.pagination.next}`);
    expect(end.body).toMatchObject({
      events: [],
      pagination: { next: one.body.pagination.next, has_more: false },
    });
    await happen(["note.changed"]);
    expect(sequencesIn(await list(`order=oldest&page[after]=${end.body.pagination.next}`))).toEqual([2]);
  });

  test.each(["", "&include_managed=true"])(
    "only the events of a period are read, in both orders%s",
    async (feed) => {
      await newOwner();
      for (const type of many(7)) await happen([type]);
      const all = await eventually(async () => {
        const { events } = (await list(`order=oldest${feed}`)).body;
        expect(events).toHaveLength(7);
        return events as readonly { readonly sequence: number; readonly created: string }[];
      });
      for (const { created: after } of all)
        for (const { created: before } of all) {
          const period = `created_after=${after}&created_before=${before}${feed}`;
          const within = all.filter(({ created }) => created > after && created < before);
          const expected = within.map(({ sequence }) => sequence);
          expect(await walk(`order=oldest&${period}`)).toEqual(expected);
          expect(await walk(period)).toEqual(expected.toReversed());
          const ofType = await walk(`type=note.created&${period}`);
          expect(ofType).toEqual(expected.filter((sequence) => sequence % 2 === 1).toReversed());
        }
      expect(sequencesIn(await list(`created_after=9999-12-31T23:59:59.999Z${feed}`))).toEqual([]);
      const wrong = await list("created_after=2026-02-30T00:00:00Z");
      expect([wrong.status, wrong.body.errors]).toMatchObject([400, [{ pointer: "/query/created_after" }]]);
    },
  );

  /** All pages of a list that has an end. */
  async function walk(query: string): Promise<readonly number[]> {
    const found: number[] = [];
    let next = "";
    do {
      const page = await list(`${query}&page[size]=2${next}`);
      expect(page.status).toBe(200);
      found.push(...sequencesIn(page));
      const { next: cursor, has_more: hasMore } = page.body.pagination;
      expect(cursor === null).toBe(!hasMore);
      next = cursor === null ? "" : `&page[after]=${cursor}`;
    } while (next !== "");
    return found;
  }

  test("a cursor is valid for both orders, and for no other list", async () => {
    const one = await newOwner();
    await happen(many(4));
    const { next } = (await list("order=oldest&page[size]=2")).body.pagination;
    expect(sequencesIn(await list(`page[after]=${next}`))).toEqual([1]);
    const other = await newOwner();
    await happen(many(4));
    for (const [query, by] of [
      [`order=oldest&page[after]=${next}`, other],
      [`order=oldest&type=note.created&page[after]=${next}`, one],
      [`order=oldest&include_managed=true&page[after]=${next}`, one],
    ] as const) {
      const { status, body } = await list(query, by);
      expect([status, body.errors]).toMatchObject([400, [{ pointer: "/query/page[after]" }]]);
    }
  });

  test("nothing is missed or repeated while ten writers and one reader run", async () => {
    await newOwner();
    let isOver = false;
    const writing = Promise.all(
      Array.from({ length: 10 }, async () => {
        for (let round = 0; round < 10; round += 1) await happen(many(1 + (round % 3)));
      }),
    ).finally(() => {
      isOver = true;
    });
    const seen: number[] = [];
    let query = "order=oldest&page[size]=7";
    for (let hasMore = true; hasMore; ) {
      const wasOver = isOver;
      const { body } = await list(query);
      seen.push(...body.events.map(({ sequence }: { sequence: number }) => sequence));
      query = `order=oldest&page[size]=7&page[after]=${body.pagination.next}`;
      hasMore = !wasOver || body.pagination.has_more;
    }
    await writing;
    expect(seen).toEqual(Array.from({ length: 190 }, (_, index) => index + 1));
  });

  test("an invalid request is refused with its pointer", async () => {
    await newOwner();
    for (const [query, pointer] of [
      ["order=upwards", "/query/order"],
      ["type=Note", "/query/type"],
      ["type=note.unheard", "/query/type"],
      ["type=*", "/query/type"],
      ["type=not.*", "/query/type"],
      ["include_managed=perhaps", "/query/include_managed"],
      ["page[size]=101", "/query/page[size]"],
      ["page[after]=x", "/query/page[after]"],
      ["page[after]=a&page[before]=b", "/query/page[before]"],
      ["since=1", "/query/since"],
    ]) {
      const { status, body } = await list(String(query));
      expect([query, status, body.errors?.[0]?.pointer]).toEqual([query, 400, pointer]);
    }
  });

  test("it needs the scope events:read", async () => {
    const stranger = await env.api.createClient({ scopes: ["accounts:read"] });
    expect((await list("", stranger)).status).toBe(403);
    const { status } = await env.get(`/accounts/${stranger.accountId}/events`);
    expect(status).toBe(404);
  });
});

describe("a type", () => {
  test("filters the list by type, a wildcard by prefix", async () => {
    await newOwner();
    await happen(["note.created", "other.thing", "note.draft.made", "note.changed", "note.created"]);
    const typesOf = async (type: string) => typesIn(await list(`order=oldest&type=${type}`));
    expect(await typesOf("note.created")).toEqual(["note.created", "note.created"]);
    expect(await typesOf("note.*")).toEqual([
      "note.created",
      "note.draft.made",
      "note.changed",
      "note.created",
    ]);
    expect(await typesOf("note.draft.*")).toEqual(["note.draft.made"]);
    expect(await typesOf("note.draft.made")).toEqual(["note.draft.made"]);
  });

  test("is paged by matches, and a reader moves past other events", async () => {
    await newOwner();
    await happen([...many(20), "other.thing", ...many(20), "other.thing", "note.created"]);
    const first = await list("order=oldest&type=other.thing&page[size]=1");
    expect([sequencesIn(first), first.body.pagination.has_more]).toEqual([[21], true]);
    const second = await list(
      `order=oldest&type=other.thing&page[size]=2&page[after]=${first.body.pagination.next}`,
    );
    expect([sequencesIn(second), second.body.pagination.has_more]).toEqual([[42], false]);
    await happen(["note.created", "other.thing"]);
    const third = await list(`order=oldest&type=other.thing&page[after]=${second.body.pagination.next}`);
    expect(sequencesIn(third)).toEqual([45]);
  });

  test("that is rare is found over several pages, of which some are empty", async () => {
    await newOwner();
    await happen(["other.thing"]);
    for (let round = 0; round < 3; round += 1) await happen(many(4_000));
    const first = await list("type=other.thing");
    expect(first.body).toMatchObject({ events: [], pagination: { has_more: true } });
    const second = await list(`type=other.thing&page[after]=${first.body.pagination.next}`);
    expect(second.body.pagination).toMatchObject({ next: null, has_more: false });
    expect(sequencesIn(second)).toEqual([1]);
    const back = await list(`type=other.thing&page[before]=${second.body.pagination.prev}`);
    expect(back.body).toMatchObject({ events: [], pagination: { prev: null } });
  });
});

describe("with managed accounts", () => {
  let managed: AccountId;
  let client: TestClient;
  const all = (query: string) =>
    env.get(`/accounts/${client.accountId}/events?include_managed=true&${query}`);

  beforeAll(async () => {
    client = env.client;
    managed = await env.createManaged();
    for (const id of [managed, client.accountId, managed]) await env.happen(id, ["note.created"]);
    await eventually(async () => expect((await all("order=oldest")).body.events).toHaveLength(3));
  });

  test("all events are in one order, each account's in sequence order", async () => {
    const places = (await all("order=oldest")).body.events.map(
      (event: { account_id: string; sequence: number }) => [event.account_id, event.sequence],
    );
    expect(places).toEqual([
      [managed, 1],
      [client.accountId, 1],
      [managed, 2],
    ]);
    const newest = await all("page[size]=2");
    expect(newest.body.events.map(({ sequence }: { sequence: number }) => sequence)).toEqual([2, 1]);
    const rest = await all(`page[size]=2&page[after]=${newest.body.pagination.next}`);
    expect(rest.body.events).toMatchObject([{ account_id: managed, sequence: 1 }]);
  });

  test("without, only the account's own are shown", async () => {
    const own = await env.get(`/accounts/${client.accountId}/events`);
    expect(own.body.events).toMatchObject([{ account_id: client.accountId }]);
  });

  test("no other tenant and no other network is seen", async () => {
    const stranger = await env.api.createClient();
    await env.happen(stranger.accountId, ["note.created"], { owner: stranger });
    await env.happen(client.accountId, ["other.thing"], { network: "mainnet" });
    const mainnet = await env.api.createClient({ accountId: client.accountId, network: "mainnet" });
    const seenBy = async ({ accountId, token }: TestClient) =>
      (await env.get(`/accounts/${accountId}/events?include_managed=true`, { token })).body.events.map(
        ({ type, account_id }: { type: string; account_id: string }) => [type, account_id],
      );
    await eventually(async () => {
      expect(await seenBy(stranger)).toEqual([["note.created", stranger.accountId]]);
      expect(await seenBy(mainnet)).toEqual([["other.thing", client.accountId]]);
    });
    expect(await seenBy(client)).toHaveLength(3);
  });

  test("it is refused for an account that manages none, for every caller", async () => {
    const path = `/accounts/${managed}/events?include_managed=true`;
    for (const token of [client.token, await env.tokenOf(managed)]) {
      const { status, body } = await env.get(path, { token });
      expect([status, body.code]).toEqual([403, "not_a_managing_account"]);
    }
  });
});

describe("one event", () => {
  test("is found by its id, by its account and its managing account only", async () => {
    const { accountId, token } = env.client;
    const managed = await env.createManaged();
    const sibling = await env.createManaged();
    await env.happen(managed, ["note.created"]);
    const { body } = await env.get(`/accounts/${managed}/events`);
    const [event] = body.events;
    const statusOf = async (account: string, by: string) =>
      (await env.get(`/accounts/${account}/events/${event.id}`, { token: by })).status;
    expect((await env.get(`/accounts/${managed}/events/${event.id}`)).body).toEqual(event);
    expect(await statusOf(accountId, token)).toBe(200);
    expect(await statusOf(managed, await env.tokenOf(managed))).toBe(200);
    expect(await statusOf(sibling, token)).toBe(404);
    const mainnet = await env.api.createClient({ accountId, network: "mainnet" });
    expect(await statusOf(accountId, mainnet.token)).toBe(404);
    const stranger = await env.api.createClient();
    expect(await statusOf(stranger.accountId, stranger.token)).toBe(404);
    for (const id of ["x", "0".repeat(26)])
      expect((await env.get(`/accounts/${accountId}/events/${id}`)).status).toBe(404);
  });
});

test("no background errors", () => {
  expect(env.errors).toEqual([]);
});
