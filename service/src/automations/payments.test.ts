import { afterAll, beforeAll, expect, test } from "vitest";
import { testCause } from "../../test/auth.ts";
import { type AutomationsEnvironment, openAutomations, usdAutomation } from "../../test/automations.ts";
import { eventTypesOf } from "../../test/tokens.ts";
import { tenantOf } from "../kernel/id.ts";
import { findAnyPayment, outsideDollars } from "../payments/index.ts";
import { removeLimit, setLimit, showLimits } from "../transfers/index.ts";

let env: AutomationsEnvironment;

beforeAll(async () => {
  env = await openAutomations();
});

afterAll(() => env.stop());

test("a wire and an ACH credit to its account number each create a payment and a transfer of the automation", async () => {
  const automation = await env.open();
  await env.pay(automation, [{ amountCents: 12_345n }, { system: "ach", amountCents: 500n }]);
  const transfers = await env.transfersOf(automation.id);
  expect(transfers).toHaveLength(2);
  const { body } = await env.send("GET", "/payments");
  for (const [type, value] of [
    ["wire", "123.45"],
    ["ach", "5.00"],
  ]) {
    const payment = body.payments.find((each: { readonly type: string }) => each.type === type);
    const transfer = transfers.find(({ id }) => id === payment.transfer_id);
    expect(payment).toMatchObject({
      status: "complete",
      automation_id: automation.id,
      amount: { value, currency: "USD" },
    });
    expect(transfer).toMatchObject({
      status: "pending",
      automation_id: automation.id,
      amount: { value, currency: "USD" },
      source: { payment_id: payment.id, value_type: "USD" },
      destination: { address_id: env.wallet, value_type: "FUSD", transfer_type: "base" },
    });
  }
  expect(await eventTypesOf(env.api.database, env.client)).toEqual(
    expect.arrayContaining(["payment.completed", "transfer.created"]),
  );
  const outside = Object.entries(await env.books()).find(([path]) => path.startsWith("external///USD"));
  expect(outside?.[1].posted).toBe(-12_845n);
  expect(await env.held()).toEqual([]);
});

test("a bank reference never creates two transfers", async () => {
  const automation = await env.open();
  const incomingPayment = { bankReference: "TWICE", amountCents: 100n };
  await env.pay(automation, [incomingPayment, incomingPayment]);
  await env.pay(automation, [incomingPayment]);
  expect(await env.transfersOf(automation.id)).toHaveLength(1);
});

test("a payment with a transfer is not forwarded again", async () => {
  const automation = await env.open();
  await env.pay(automation, [{ amountCents: 100n }]);
  const [transfer] = await env.transfersOf(automation.id);
  const { database } = env.api;
  const payment = await findAnyPayment(env.deps, database, transfer.source.payment_id);
  const scope = { tenantId: tenantOf(env.client.accountId), network: "testnet" } as const;
  if (payment === undefined) throw new Error("the payment is missing");
  const update = [{ type: "received", payment, funds: outsideDollars }] as const;
  const reply = await database.transaction((tx) => env.owner.heard(tx, scope, update));
  expect(reply).toMatchObject({
    events: [],
    operations: [],
    refused: [{ paymentId: payment.id, why: "a transfer was already created for it" }],
  });
  expect(await env.transfersOf(automation.id)).toHaveLength(1);
});

test("a payment to a disabled automation is held, and can be matched once it is active again", async () => {
  const automation = await env.open();
  await env.send("PATCH", `/automations/${automation.id}`, { status: "disabled" });
  await env.pay(automation, [{ amountCents: 700n }]);
  const [held] = await env.held();
  expect(held?.note).toBe("the automation is disabled");
  expect(await env.transfersOf(automation.id)).toEqual([]);
  await expect(env.assign(held?.id ?? "", automation.id)).rejects.toThrow("the automation is disabled");
  await env.send("PATCH", `/automations/${automation.id}`, { status: "active" });
  await env.assign(held?.id ?? "", automation.id);
  const [transfer, ...others] = await env.transfersOf(automation.id);
  expect(transfer).toMatchObject({ amount: { value: "7.00" }, source: { payment_id: held?.id } });
  expect(others).toEqual([]);
  expect(await env.held()).toEqual([]);
});

test("a payment beyond a limit is held, and can be matched once the limit allows it", async () => {
  const automation = await env.open();
  const { database } = env.api;
  const scope = { managingAccountId: env.client.accountId, network: "testnet" } as const;
  const input = { ...scope, cause: testCause, accountId: undefined, transferType: undefined };
  const limit = (dailyCents: bigint) =>
    database.transaction((tx) =>
      setLimit(env.deps, tx, {
        ...input,
        perTransferCents: undefined,
        destinationAddressId: env.wallet,
        dailyCents,
      }),
    );
  await limit(1_000_000n);
  const used = await movedTo(env.wallet);
  const { id } = await limit(used + 1_000n);
  await env.pay(automation, [{ amountCents: 700n }, { amountCents: 301n }]);
  expect(await env.transfersOf(automation.id)).toMatchObject([{ amount: { value: "7.00" } }]);
  const [held] = await env.held();
  expect(held?.note).toContain("3.00 USD remains");
  await expect(env.assign(held?.id ?? "", automation.id)).rejects.toThrow("3.00 USD remains");
  await limit(used + 1_001n);
  await env.assign(held?.id ?? "", automation.id);
  expect(await env.transfersOf(automation.id)).toHaveLength(2);
  await database.transaction((tx) => removeLimit(env.deps, tx, { ...scope, cause: testCause, id }));
});

async function movedTo(wallet: string): Promise<bigint> {
  const tenantId = tenantOf(env.client.accountId);
  const limits = await showLimits({}, env.api.database, tenantId, env.deps.clock.now());
  const found = limits.find(({ destinationAddressId }) => destinationAddressId === wallet);
  return found?.used.todayCents ?? 0n;
}

test("a payment to an archived automation, or for an archived destination, is held for manual review", async () => {
  const gone = await env.open();
  await env.send("PATCH", `/automations/${gone.id}`, { status: "archived" });
  const external = await env.send("POST", "/addresses/external", {
    name: "Elsewhere",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    transfer_types: ["base"],
  });
  const refundFailed = await env.open(usdAutomation(external.body.id));
  await env.send("PATCH", `/addresses/${external.body.id}`, { status: "archived" });
  await env.pay(gone, [{}]);
  await env.pay(refundFailed, [{}, {}]);
  expect((await env.held()).map(({ note }) => note)).toEqual([
    "the automation is archived",
    "/destination/address_id is an archived address",
    "/destination/address_id is an archived address",
  ]);
  expect([...(await env.transfersOf(gone.id)), ...(await env.transfersOf(refundFailed.id))]).toEqual([]);
});
