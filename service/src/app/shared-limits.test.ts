import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { basicAuthorization, startTestApi, type TestApi } from "../../test/api.ts";
import { createUser, openBrowser } from "../../test/console.ts";
import { createTestDatabase } from "../../test/database.ts";
import { systemClock } from "../kernel/instant.ts";

/* Two nodes over one database. */

const perSecond = 1;
const burst = 80;
const batch = burst / 20;
let nodes: readonly TestApi[];

beforeAll(async () => {
  const testDatabase = await createTestDatabase({ maxConnections: 20 });
  const masterKey = randomBytes(32);
  const environment = {
    FLORIN_ROLES: "api",
    BASE_URL: "http://florin.test",
    RATE_LIMIT_PER_SECOND: `${perSecond}`,
    RATE_LIMIT_BURST: `${burst}`,
  };
  nodes = [
    await startTestApi({ testDatabase, masterKey, environment }),
    await startTestApi({ testDatabase, masterKey, environment }),
  ];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.app.drain()));
  await nodes[0]?.stop();
});

function first(): TestApi {
  const [node] = nodes;
  if (node === undefined) throw new Error("there are no nodes");
  return node;
}

test("an application gets its rate limit once, however its requests are spread over nodes", async () => {
  const { token } = await first().createClient();
  const startedAt = systemClock.now();
  const statuses = await Promise.all(
    Array.from({ length: 3 * burst }, async (_, place) => {
      const node = nodes[place % nodes.length] ?? first();
      return (await node.request("GET", "/accounts", { token })).status;
    }),
  );
  const refilled = Math.ceil(((systemClock.now() - startedAt) * perSecond) / 1_000);
  const granted = statuses.filter((status) => status === 200).length;
  expect(granted).toBeGreaterThanOrEqual(burst);
  expect(granted).toBeLessThanOrEqual(burst + nodes.length * batch + refilled);
  expect(statuses).toContain(429);
});

test("an IPv6 network has one rate limit, however often its address changes", async () => {
  await using testDatabase = await createTestDatabase();
  const environment = { TRUST_PROXY: "loopback", RATE_LIMIT_PER_SECOND: "1", RATE_LIMIT_BURST: `${burst}` };
  const node = await startTestApi({ testDatabase, environment });
  const statuses = new Set<number>();
  for (let host = 1; host <= 2 * burst; host += 1) {
    const headers = { "x-forwarded-for": `2001:db8:1:2::${host.toString(16)}` };
    statuses.add((await node.request("GET", "/accounts", { headers })).status);
  }
  await node.stop();
  expect([...statuses]).toEqual([401, 429]);
});

test("wrong secrets at two nodes at once are limited like those at one", async () => {
  const client = await first().createClient();
  const guess = async (place: number): Promise<number> => {
    const node = nodes[place % nodes.length] ?? first();
    const reply = await node.request("POST", "/oauth2/token", {
      form: { grant_type: "client_credentials" },
      headers: { authorization: basicAuthorization(client.clientId, `wrong-${place}`) },
    });
    return reply.status;
  };
  const statuses = await Promise.all(Array.from({ length: 40 }, (_, place) => guess(place)));
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  // Not even the right secret helps now, at either node.
  for (const node of nodes) {
    const reply = await node.request("POST", "/oauth2/token", {
      form: { grant_type: "client_credentials" },
      headers: { authorization: basicAuthorization(client.clientId, client.clientSecret) },
    });
    expect(reply.status).toBe(429);
  }
});

test("a console session is valid at every node, and ends at all of them at once", async () => {
  const user = await createUser(first(), { operatorRole: "admin" });
  const statuses = () =>
    Promise.all(
      nodes.map(async (node) => {
        const headers = { cookie: user.cookie };
        return (await openBrowser(node).request("GET", "/console/api/me", { headers })).status;
      }),
    );
  expect(await statuses()).toEqual([200, 200]);
  expect((await user.post("/console/api/sign-out")).status).toBe(200);
  expect(await statuses()).toEqual([401, 401]);
});
