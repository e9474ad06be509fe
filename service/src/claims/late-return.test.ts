import { afterAll, beforeAll, expect, test } from "vitest";
import { testCause } from "../../test/auth.ts";
import { startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, type TestTokens } from "../../test/transfer-fixture.ts";
import { rejectTransfer, releaseTransfer } from "../transfers/index.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
});

afterAll(() => api.stop());

const cause = testCause;

/** A debit of 40 dollars was delivered as tokens, and then returned as unauthorized. */
async function debtor(): Promise<Fixture> {
  const fixture = await openFixture(api, tokens);
  const id = await fixture.create("40", fixture.by("ach_debit"), fixture.on(fixture.anna));
  await api.bank();
  await api.settle(id);
  await fixture.post(`/simulations/transfers/${id}/ach-return`, { code: "R10" });
  await api.bank();
  expect((await fixture.show(id)).status).toBe("complete");
  return fixture;
}

test("the bought tokens cannot be turned into dollars after the return, and the bank account is not debited", async () => {
  const fixture = await debtor();
  const again = await fixture.post("/transfers", {
    amount: { value: "40.00", currency: "USD" },
    source: fixture.by("ach_debit"),
    destination: fixture.on(fixture.anna),
  });
  expect(again).toMatchObject({ status: 422, body: { errors: [{ pointer: "/source/address_id" }] } });
  const offRamp = await fixture.create("40", fixture.on(fixture.anna), fixture.by("rtp_credit"));
  expect(await api.worksOf(offRamp)).toEqual([]);
  expect((await fixture.show(offRamp)).status).toBe("pending");
  expect(api.held.map(({ id }) => id)).toContain(offRamp);
  expect((await fixture.books())["wallet anna base FUSD"]).toBe("40.00, 40.00 held");
});

test("every outflow of an account that owes is held; value that stays in the account is not", async () => {
  const fixture = await debtor();
  const stepOf = (id: string) => api.held.find((transfer) => transfer.id === id)?.state.step;
  const outside = await fixture.create("1", fixture.on(fixture.anna), fixture.on(fixture.outside));
  const own = await fixture.create("1", fixture.on(fixture.anna), fixture.on(fixture.bert));
  expect([stepOf(outside), stepOf(own)]).toEqual(["held", undefined]);
  const wire = { value_type: "USD", transfer_type: "wire" };
  const inbound = await fixture.create("1", wire, fixture.on(fixture.outside));
  expect(stepOf(inbound)).toBeUndefined();
});

test("a held outflow is released or rejected like any other held transfer", async () => {
  const fixture = await debtor();
  const first = await fixture.create("10", fixture.on(fixture.anna), fixture.by("rtp_credit"));
  const second = await fixture.create("10", fixture.on(fixture.anna), fixture.by("rtp_credit"));
  await releaseTransfer(api.deps, { id: first, cause, reason: "the account has paid by check" });
  expect(await api.worksOf(first)).toHaveLength(1);
  await rejectTransfer(api.deps, { id: second, cause, reason: "the account owes" });
  expect((await fixture.show(second)).status).toBe("failed");
});

test("an account without claims is not affected", async () => {
  await debtor();
  const fixture = await openFixture(api, tokens);
  await fixture.fund(fixture.anna, "FUSD", 10n);
  const id = await fixture.create("10", fixture.on(fixture.anna), fixture.by("rtp_credit"));
  expect(await api.worksOf(id)).toHaveLength(1);
});
