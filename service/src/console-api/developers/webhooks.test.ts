import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { statement } from "../../db/statement.ts";

let api: TestApi;
let tenant: TestClient;
let support: TestUser;
let subscriptionId: string;

beforeAll(async () => {
  api = await startTestApi({ environment: { WEBHOOK_ALLOW_HTTP: "on" } });
  tenant = await api.createClient();
  support = await createUser(api, { operatorRole: "support" });
  const made = await api.request("POST", `/accounts/${tenant.accountId}/webhooks`, {
    token: tenant.token,
    idempotencyKey: "subscription",
    body: { url: "http://127.0.0.1:9999/hook?key=planted-secret", events: ["transfer.*"] },
  });
  subscriptionId = made.body.id;
  await api.database.run(markFailing, [subscriptionId]);
});

afterAll(() => api.stop());

test("operators see the health of all tenants' webhooks, and only the host of their URLs", async () => {
  const list = await support.get("/console/api/webhooks?failing=true");
  expect(list.body).toMatchObject({
    is_complete: true,
    webhooks: [
      { id: subscriptionId, tenant_id: tenant.accountId, url_host: "127.0.0.1:9999", status: "active" },
    ],
  });
  const shown = await support.get(`/console/api/webhooks/${subscriptionId}`);
  expect(shown.body).toMatchObject({ failures_in_a_row: 3, waiting: 0 });
  const deliveries = await support.get(`/console/api/webhooks/${subscriptionId}/deliveries`);
  expect(deliveries.body).toEqual({ deliveries: [], is_complete: true });
  expect(list.text + shown.text).not.toContain("planted-secret");
});

test("authorized operators disable a webhook with a reason and enable it again", async () => {
  const path = `/console/api/webhooks/${subscriptionId}`;
  expect((await support.post(`${path}/disable`, { reason: " " })).status).toBe(400);
  const disabled = await support.post(`${path}/disable`, { reason: "it floods its receiver" });
  expect(disabled.body).toMatchObject({ status: "disabled", disabled_reason: "requested" });
  expect((await support.get("/console/api/webhooks?status=disabled")).body.webhooks).toHaveLength(1);
  const enabled = await support.post(`${path}/enable`);
  expect(enabled.body).toMatchObject({ status: "active", failing_since: null });
  expect((await support.get("/console/api/webhooks?failing=true")).body.webhooks).toEqual([]);
});

test("other operators and members may not disable webhooks", async () => {
  const path = `/console/api/webhooks/${subscriptionId}`;
  const readOnly = await createUser(api, { operatorRole: "read_only" });
  expect((await readOnly.get(path)).status).toBe(200);
  expect((await readOnly.post(`${path}/disable`, { reason: "no" })).status).toBe(403);
  const member = await createUser(api, { memberOf: tenant.accountId });
  expect((await member.get("/console/api/webhooks")).status).toBe(403);
  expect((await member.get(path)).status).toBe(403);
  expect((await support.get(`/console/api/webhooks/${"0".repeat(26)}`)).status).toBe(404);
});

const markFailing = statement(`
  UPDATE webhook_endpoint_queues SET failing_since = now(), failures_in_a_row = 3 WHERE subscription_id = $1`);
