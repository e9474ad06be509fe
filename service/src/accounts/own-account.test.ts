import { expect, test } from "vitest";
import { startTestApi } from "../../test/api.ts";

test("an application's own account is shared by both networks and can be renamed on mainnet only", async () => {
  const api = await startTestApi({ environment: { FLORIN_ROLES: "api" } });
  try {
    const testnet = await api.createClient();
    const mainnet = await api.createClient({ accountId: testnet.accountId, network: "mainnet" });
    const path = `/accounts/${testnet.accountId}`;
    const show = async () => (await api.request("GET", path, { token: testnet.token })).body;
    const rename = (token: string, name: string) => api.request("PATCH", path, { token, body: { name } });
    const before = await show();
    expect(await rename(testnet.token, "Tried out")).toMatchObject({
      status: 422,
      body: { code: "unprocessable", errors: [{ pointer: "/name" }] },
    });
    expect(await show()).toEqual(before);
    expect(await rename(mainnet.token, "Our own")).toMatchObject({
      status: 200,
      body: { name: "Our own", kind: "managing", status: "complete" },
    });
    expect((await show()).name).toBe("Our own");
  } finally {
    await api.stop();
  }
});
