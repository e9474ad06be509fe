import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: { WEBHOOK_ALLOW_PRIVATE: "on" } });
});
afterAll(() => api.stop());

function subscribe(client: { readonly accountId: string; readonly token: string }, url: string) {
  return api.request("POST", `/accounts/${client.accountId}/webhooks`, {
    token: client.token,
    idempotencyKey: crypto.randomUUID(),
    body: { url, events: ["transfer.created"] },
  });
}

test("no subscription reaches a metadata service, even where private addresses are allowed", async () => {
  const client = await api.createClient();
  for (const host of ["100.100.100.200", "[fd20:ce::254]", "[::ffff:100.100.100.200]", "192.0.0.192"]) {
    const { status, body } = await subscribe(client, `https://${host}/latest/meta-data/`);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: "/url" }]);
  }
  expect((await subscribe(client, "https://10.0.0.7:8443/hooks")).status).toBe(201);
});
