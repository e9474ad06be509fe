import { afterAll, beforeAll, expect, test } from "vitest";
import { testCause } from "../../test/auth.ts";
import { startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, openFixture, type TestTokens } from "../../test/transfer-fixture.ts";
import { setFee } from "./index.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
});

afterAll(() => api.stop());

test("payouts that are returned after their fees were withdrawn are refunded, at the operator's expense", async () => {
  const fixture = await openFixture(api, tokens);
  await fixture.fund(fixture.anna, "FUSD", 100n);
  await api.database.transaction((tx) =>
    setFee(api.deps, tx, {
      managingAccountId: fixture.client.accountId,
      network: "testnet",
      accountId: undefined,
      transferType: undefined,
      flow: "offramp",
      cause: testCause,
      flatCents: 150n,
      basisPoints: 0,
      minimumCents: 0n,
      maximumCents: undefined,
    }),
  );
  const before = await fixture.books();
  const ids: string[] = [];
  for (let count = 0; count < 2; count += 1)
    ids.push(await fixture.create("30", fixture.on(fixture.anna), fixture.by("wire")));
  for (const id of ids) await api.settle(id);
  await api.bank();
  expect(await fixture.books()).toMatchObject({ "fees USD": "3.00" });
  await fixture.withdrawFees(1n);
  for (const id of ids) await fixture.post(`/simulations/transfers/${id}/wire-return`, {});
  await api.bank();
  await api.bank();
  for (const id of ids) await api.settle(id);
  for (const id of ids) expect((await fixture.show(id)).refund.status).toBe("complete");
  expect(await fixture.books()).toEqual({
    ...before,
    "external USD": "-99.00",
    "expense fee-refunds USD": "-1.00",
  });
  expect(await fixture.faults()).toEqual([]);
});
