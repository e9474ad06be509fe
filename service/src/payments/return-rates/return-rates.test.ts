import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture } from "../../../test/transfer-fixture.ts";
import { platformTenant } from "../../kernel/id.ts";
import { noteLevels } from "../../statistics/index.ts";
import { measureReturnRates } from "./measure-return-rates.ts";
import { exceededRates, type MeasuredRates } from "./return-rate.ts";
import { selectRates } from "./store.ts";

describe("Nacha's thresholds", () => {
  const none = { unauthorized: 0n, administrative: 0n, overall: 0n };

  test.each([
    ["unauthorized", 5n, 6n],
    ["administrative", 30n, 31n],
    ["overall", 150n, 151n],
  ] as const)("%s is exceeded above %s of 1,000", (name, at, above) => {
    const rates = (returns: bigint) => exceededRates({ ...none, entries: 1_000n, [name]: returns });
    expect(rates(at)).toEqual([]);
    expect(rates(above)).toEqual([name]);
  });
});

describe("the measurement", () => {
  let api: TransferApi;
  beforeAll(async () => {
    api = await startTransferApi();
  });
  afterAll(() => api.stop());

  test("counts the debits of each tenant and of all, and reports those above a threshold", async () => {
    const tokens = await addTestTokens(api);
    const careful = await openFixture(api, tokens);
    const careless = await openFixture(api, tokens);
    const debit = (fixture: Fixture, value: string) =>
      fixture.create(value, fixture.by("ach_debit"), fixture.on(fixture.anna));
    for (const fixture of [careful, careless]) await debit(fixture, "10");
    const canceled = await debit(careless, "11");
    await careless.post(`/transfers/${canceled}/cancel`, undefined);
    // The sandbox bank returns 55.10 as R10.
    await debit(careless, "55.10");
    await api.bank();
    const reported: MeasuredRates[] = [];
    const deps = {
      ...api.deps,
      noteLevels,
      onReturnRateExceeded: (rates: MeasuredRates) => reported.push(rates),
    };
    await measureReturnRates(deps);
    await measureReturnRates(deps);
    const ofCareless = {
      tenantId: careless.client.accountId,
      entries: 2n,
      unauthorized: 1n,
      administrative: 0n,
      overall: 1n,
      exceeded: ["unauthorized", "overall"],
    };
    const measured = await selectRates(api.database);
    expect(measured).toMatchObject([
      { tenantId: platformTenant, entries: 3n, overall: 1n, exceeded: ["unauthorized", "overall"] },
      ofCareless,
    ]);
    expect(reported.map(({ tenantId }) => tenantId)).not.toContain(careful.client.accountId);
    expect(reported).toHaveLength(4);
  });
});
