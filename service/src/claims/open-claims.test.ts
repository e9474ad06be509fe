import { afterAll, beforeAll, expect, test } from "vitest";
import { frozen, startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, type TestTokens } from "../../test/transfer-fixture.ts";
import { statement } from "../db/statement.ts";
import { readEvents } from "../events/index.ts";
import { tenantOf } from "../kernel/id.ts";
import { compareClaims } from "./index.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
});

afterAll(() => api.stop());

test("a debit returned after completion opens one claim, however often it is returned", async () => {
  const { fixture, id } = await completedDebit();
  const path = `/simulations/transfers/${id}/ach-return`;
  await Promise.all(Array.from({ length: 5 }, () => fixture.post(path, { code: "R10" })));
  await api.bank();
  expect(await claimsOf(fixture)).toEqual([
    {
      transferId: id,
      valueType: "FUSD",
      returnCode: "R10",
      cents: 10_000n,
      remainingCents: 10_000n,
      status: "open",
    },
  ]);
  expect((await fixture.books())["receivable account USD"]).toBe("-100.00");
  expect(await compareClaims(api.database)).toEqual([]);
});

test("the return is published as payment.returned, and then as transfer.reversed", async () => {
  const { fixture, id } = await completedDebit();
  await returnDebit(fixture, id);
  const { accountId } = fixture.client;
  const owner = { tenantId: tenantOf(accountId), network: "testnet", accountId } as const;
  const all = await readEvents(api.database, { ...owner, order: "oldest_first", limit: 100 });
  expect(all.map(({ type }) => type)).toEqual([
    "transfer.created",
    "payment.completed",
    "transfer.completed",
    "payment.returned",
    // The return ends the authorization of debits.
    "address.updated",
    "transfer.reversed",
  ]);
  const usd = (value: string) => ({ value, currency: "USD" });
  expect(all.at(-3)?.data).toMatchObject({
    status: "returned",
    direction: "inbound",
    type: "ach",
    was_complete: true,
    amount: usd("100.00"),
    reason: { code: "R10" },
  });
  expect(all.at(-1)?.data).toMatchObject({
    id,
    status: "complete",
    failure: { type: "ach_return", ach_return: { code: "R10", category: "unauthorized" } },
    claim: { amount: usd("100.00") },
  });
});

test("a claim whose tokens cannot be minted is offset by the money of the debit", async () => {
  const fixture = await openFixture(api, tokens);
  const id = await fixture.create("100", fixture.by("ach_debit"), fixture.on(fixture.anna));
  await api.bank();
  await returnDebit(fixture, id);
  expect(await claimsOf(fixture)).toMatchObject([{ status: "open" }]);
  await api.settle(id, frozen);
  expect(await claimsOf(fixture)).toMatchObject([{ status: "offset", remainingCents: 0n }]);
  expect(await fixture.books()).toEqual({});
  expect(await compareClaims(api.database)).toEqual([]);
});

test.each(["R02", "R03", "R04", "R05", "R07", "R10", "R11", "R16", "R20", "R29"])(
  "after %s the bank account is not debited again",
  async (code) => {
    const { fixture, id } = await completedDebit();
    await fixture.post(`/simulations/transfers/${id}/ach-return`, { code });
    await api.bank();
    const body = {
      amount: { value: "40.00", currency: "USD" },
      source: fixture.by("ach_debit"),
      destination: fixture.on(fixture.anna),
    };
    expect(await fixture.post("/transfers", body)).toMatchObject({
      status: 422,
      body: {
        code: "unprocessable",
        errors: [{ pointer: "/source/address_id", detail: expect.stringContaining(`returned as ${code}`) }],
      },
    });
    expect((await fixture.get(`/addresses/${fixture.checking}`)).body.needs_update).toBe(true);
    expect((await claimsOf(fixture)).length).toBe(1);
  },
);

test("after R01 the bank account can be debited again", async () => {
  const fixture = await openFixture(api, tokens);
  await fixture.create("55.01", fixture.by("ach_debit"), fixture.on(fixture.anna));
  await api.bank();
  await fixture.create("40", fixture.by("ach_debit"), fixture.on(fixture.anna));
});

test("a debit returned before it settled opens no claim", async () => {
  const fixture = await openFixture(api, tokens);
  await fixture.create("55.10", fixture.by("ach_debit"), fixture.on(fixture.anna));
  await api.bank();
  expect(await claimsOf(fixture)).toEqual([]);
});

async function completedDebit(): Promise<{ readonly fixture: Fixture; readonly id: string }> {
  const fixture = await openFixture(api, tokens);
  const id = await fixture.create("100", fixture.by("ach_debit"), fixture.on(fixture.anna));
  await api.bank();
  await api.settle(id);
  return { fixture, id };
}

async function returnDebit(fixture: Fixture, id: string): Promise<void> {
  await fixture.post(`/simulations/transfers/${id}/ach-return`, { code: "R10" });
  await api.bank();
}

interface ClaimFacts {
  readonly transferId: string;
  readonly valueType: string;
  readonly returnCode: string;
  readonly cents: bigint;
  readonly remainingCents: bigint;
  readonly status: string;
}

const ofTenant = statement<ClaimFacts>(`
  SELECT transfer_id, value_type, return_code, cents, remaining_cents, status FROM claims WHERE tenant_id = $1`);

function claimsOf({ client }: Fixture): Promise<readonly ClaimFacts[]> {
  return api.database.rows(ofTenant, [client.accountId]);
}
