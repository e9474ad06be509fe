import { afterEach, beforeEach, expect, test } from "vitest";
import {
  expectedSubscription,
  openSubscriptions,
  type SubscriptionsEnvironment,
} from "../../../test/subscriptions.ts";
import { statement } from "../../db/statement.ts";
import { refuse } from "../../kernel/refusal.ts";

let env: SubscriptionsEnvironment;
let leadsInside: boolean;
const requested: string[] = [];
const openTransactions: bigint[] = [];

beforeEach(async () => {
  leadsInside = false;
  requested.length = 0;
  openTransactions.length = 0;
  env = await openSubscriptions({
    checkDestination: async (url) => {
      requested.push(url);
      openTransactions.push(await openForLong());
      return leadsInside ? refuse("validation_failed", "url resolves to a private address") : undefined;
    },
  });
});

afterEach(() => env.stop());

const countOpenTransactions = statement<{ count: bigint }>(`
  SELECT count(*) AS count FROM pg_stat_activity
  WHERE datname = current_database() AND state LIKE 'idle in transaction%'`);

/** Those of workers end by themselves; one of the request would stay open as long as it is counted. */
async function openForLong(): Promise<bigint> {
  let count = -1n;
  for (let read = 0; read < 200 && count !== 0n; read += 1)
    count = (await env.api.database.first(countOpenTransactions))?.count ?? -1n;
  return count;
}

test("hostnames are resolved with no transaction open, once per given URL", async () => {
  const { id } = await env.create(expectedSubscription({ url: "https://Example.com" }));
  await env.send("PATCH", `/subscriptions/${id}`, { body: { url: "https://example.org/" } });
  await env.send("PATCH", `/subscriptions/${id}`, { body: { description: "the same URL" } });
  await env.send("PATCH", `/subscriptions/${id}`, { body: { url: "http://example.org/" } });
  expect(requested).toEqual(["https://example.com/", "https://example.org/"]);
  expect(openTransactions).toEqual([0n, 0n]);
});

test("an idempotent replay ignores where the name resolves now; a refusal does not use up the key", async () => {
  const input = { body: expectedSubscription(), key: "inquiry-1" };
  const first = await env.send("POST", "", input);
  leadsInside = true;
  expect((await env.send("POST", "", input)).text).toBe(first.text);
  const other = { ...input, key: "inquiry-2" };
  expect((await env.send("POST", "", other)).status).toBe(400);
  leadsInside = false;
  expect((await env.send("POST", "", other)).status).toBe(201);
});
