import { expect, test } from "vitest";
import { startTestApi } from "../../../test/api.ts";
import { usdAutomation } from "../../../test/automations.ts";
import { addAddress, addToken } from "../../../test/token-holders.ts";

test("a payment to an automation without an account number is refused until the automation is active", async () => {
  // Without workers, the automation stays pending.
  const api = await startTestApi({ environment: { FLORIN_ROLES: "api" } });
  try {
    const { accountId, token } = await api.createClient();
    await addToken(api, { issuer: undefined, kind: "fiat_backed", valueType: "FUSD" });
    const wallet = await addAddress(api, { accountId });
    const post = (path: string, body: object) =>
      api.request("POST", `/accounts/${accountId}${path}`, {
        token,
        body,
        idempotencyKey: crypto.randomUUID(),
      });
    const automation = await post("/automations", usdAutomation(wallet));
    expect(automation.body.status).toBe("pending");
    const payment = { amount: { value: "100.00", currency: "USD" }, type: "wire" };
    const pending = await post("/simulations/payments", { ...payment, automation_id: automation.body.id });
    expect(pending.status).toBe(422);
    expect(pending.body.errors).toEqual([
      { pointer: "/automation_id", detail: "the automation is not active yet" },
    ]);
    const unknown = await post("/simulations/payments", { ...payment, automation_id: accountId });
    expect(unknown.body.errors).toEqual([
      { pointer: "/automation_id", detail: "cannot receive payments for this account" },
    ]);
  } finally {
    await api.stop();
  }
});
