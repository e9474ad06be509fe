import { afterEach, beforeEach, expect, test } from "vitest";
import {
  openSubscriptions,
  type SubscriptionsWorld,
  wantedSubscription,
} from "../../../test/subscriptions.ts";
import { statement } from "../../db/statement.ts";
import { refuse } from "../../kernel/refusal.ts";

let world: SubscriptionsWorld;
let leadsInside: boolean;
const asked: string[] = [];
const openTransactions: bigint[] = [];

beforeEach(async () => {
  leadsInside = false;
  asked.length = 0;
  openTransactions.length = 0;
  world = await openSubscriptions({
    checkDestination: async (url) => {
      asked.push(url);
      const row = await world.api.database.first<{ count: bigint }>(countOpenTransactions);
      openTransactions.push(row?.count ?? -1n);
      return leadsInside ? refuse("validation_failed", "url leads inside") : undefined;
    },
  });
});

afterEach(() => world.stop());

const countOpenTransactions = statement(`
  SELECT count(*) AS count FROM pg_stat_activity
  WHERE datname = current_database() AND state LIKE 'idle in transaction%'`);

test("names are looked up with no transaction open, once for each address that is given", async () => {
  const { id } = await world.create(wantedSubscription({ url: "https://Example.com" }));
  await world.send("PATCH", `/subscriptions/${id}`, { body: { url: "https://example.org/" } });
  await world.send("PATCH", `/subscriptions/${id}`, { body: { description: "the same address" } });
  await world.send("PATCH", `/subscriptions/${id}`, { body: { url: "http://example.org/" } });
  expect(asked).toEqual(["https://example.com/", "https://example.org/"]);
  expect(openTransactions).toEqual([0n, 0n]);
});

test("a replay is the first answer, wherever the name leads by now; a refusal does not burn the key", async () => {
  const wish = { body: wantedSubscription(), key: "inquiry-1" };
  const first = await world.send("POST", "", wish);
  leadsInside = true;
  expect((await world.send("POST", "", wish)).text).toBe(first.text);
  const other = { ...wish, key: "inquiry-2" };
  expect((await world.send("POST", "", other)).status).toBe(400);
  leadsInside = false;
  expect((await world.send("POST", "", other)).status).toBe(201);
});
