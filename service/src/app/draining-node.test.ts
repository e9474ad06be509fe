import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createRequest, startTestApi } from "../../test/api.ts";
import { eventually } from "../../test/eventually.ts";
import { startApiProcess } from "../../test/start-api-process.ts";
import { statement } from "../db/statement.ts";
import { selectNodes } from "../jobs/index.ts";

const baseUrl = "http://florin.test";
const heldLeases = statement<{ readonly task: string }>(
  "SELECT task FROM leases WHERE expires_at > clock_timestamp() ORDER BY task",
);

test("a draining node is not ready, serves on until its balancer has noticed, and hands over its leases", async () => {
  const masterKey = randomBytes(32);
  const api = await startTestApi({ masterKey, environment: { BASE_URL: baseUrl, FLORIN_ROLES: "api" } });
  const { database, testDatabase } = api;
  const node = await startApiProcess({
    target: testDatabase.target,
    masterKey: masterKey.toString("hex"),
    baseUrl,
    environment: { DRAIN_DELAY_SECONDS: "3" },
  });
  try {
    const request = createRequest(node.baseUrl, api.check);
    const { token } = await api.createClient();
    await eventually(async () => expect((await request("GET", "/readyz")).status).toBe(200));
    await eventually(async () => expect(await database.rows(heldLeases)).not.toEqual([]));
    const stopped = node.stop();
    await eventually(async () => {
      expect(await request("GET", "/readyz")).toMatchObject({ status: 503, body: { status: "draining" } });
      const draining = (await selectNodes(database)).filter(
        ({ drainingSince }) => drainingSince !== undefined,
      );
      expect(draining).toMatchObject([{ roles: ["api", "worker"], isGone: false }]);
    });
    expect((await request("GET", "/accounts", { token })).status).toBe(200);
    expect(await stopped).toMatchObject({ code: 0, output: expect.stringContaining("drained") });
    expect(await database.rows(heldLeases)).toEqual([]);
    expect(await selectNodes(database)).toMatchObject([{ roles: ["api"] }]);
  } finally {
    await node.kill();
    await api.stop();
  }
});
