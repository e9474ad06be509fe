import { afterAll, beforeAll, expect, test } from "vitest";
import { startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, openFixture, type TestTokens, wireIn } from "../../test/transfer-fixture.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
});
afterAll(() => api.stop());

test("a rule with a value type applies to either end of a transfer, above the same amount", async () => {
  const fixture = await openFixture(api, tokens);
  const { anna, bert, on, by, post } = fixture;
  await fixture.fund(anna, "FUSD", 2_000n);
  await fixture.fillTreasury("FUSD", 1_000n);
  const rule = { operation: "transfer", approvals: 1, approver_roles: ["admin"] };
  const create = (more: object) => post("/approval-rules", { ...rule, ...more });
  expect((await create({ value_type: "USD", above: "100.00" })).status).toBe(201);
  const pay = async (value: string, source: object, destination: object, currency = "USD") =>
    (await post("/transfers", { amount: { value, currency }, source, destination })).status;
  // Dollars leave, and dollars arrive.
  expect(await pay("100.00", on(anna), by("wire"))).toBe(201);
  expect(await pay("500.00", on(anna), by("wire"), "FUSD")).toBe(202);
  expect(await pay("500.00", wireIn, on(bert))).toBe(202);
  // Between tokens, dollars are only named as the currency of the amount.
  expect(await pay("500.00", on(anna), on(bert), "FUSD")).toBe(201);
  expect(await pay("500.00", on(anna), on(bert), "USD")).toBe(202);
});
