import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createUser } from "../../../test/console.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

test("a member sees only their own workspace", async () => {
  const { accountId } = await api.createClient();
  const { accountId: other } = await api.createClient();
  const user = await createUser(api, { memberOf: accountId });
  const response = await user.get(`/console/api/workspaces/${accountId}/testnet/accounts`);
  expect(response.status).toBe(200);
  const foreign = await user.get(`/console/api/workspaces/${other}/testnet/accounts`);
  expect(foreign).toMatchObject({ status: 404, body: { code: "not_found" } });
});
