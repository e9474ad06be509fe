import { afterAll, beforeAll, expect, test } from "vitest";
import { type AutomationsWorld, openAutomations, usdAutomation } from "../../test/automations.ts";
import { eventTypesOf } from "../../test/tokens.ts";
import { tenantOf } from "../kernel/id.ts";
import { findAnyPayment, outsideDollars } from "../payments/index.ts";

let world: AutomationsWorld;

beforeAll(async () => {
  world = await openAutomations();
});

afterAll(() => world.stop());

test("a wire and an ACH credit to its number each make a payment and a transfer of the automation", async () => {
  const automation = await world.open();
  await world.pay(automation, [{ amountCents: 12_345n }, { system: "ach", amountCents: 500n }]);
  const transfers = await world.transfersOf(automation.id);
  expect(transfers).toHaveLength(2);
  const { body } = await world.send("GET", "/payments");
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
      destination: { address_id: world.wallet, value_type: "FUSD", transfer_type: "base" },
    });
  }
  expect(await eventTypesOf(world.api.database, world.client)).toEqual(
    expect.arrayContaining(["payment.completed", "transfer.created"]),
  );
  const outside = Object.entries(await world.books()).find(([path]) => path.startsWith("external///USD"));
  expect(outside?.[1].posted).toBe(-12_845n);
  expect(await world.held()).toEqual([]);
});

test("one reference of the bank never makes two transfers", async () => {
  const automation = await world.open();
  const receipt = { bankReference: "TWICE", amountCents: 100n };
  await world.pay(automation, [receipt, receipt]);
  await world.pay(automation, [receipt]);
  expect(await world.transfersOf(automation.id)).toHaveLength(1);
});

test("a payment that a transfer was made of is not taken again, whoever says so", async () => {
  const automation = await world.open();
  await world.pay(automation, [{ amountCents: 100n }]);
  const [transfer] = await world.transfersOf(automation.id);
  const { database } = world.api;
  const payment = await findAnyPayment(world.deps, database, transfer.source.payment_id);
  const scope = { tenantId: tenantOf(world.client.accountId), network: "testnet" } as const;
  if (payment === undefined) throw new Error("the payment is there");
  const news = [{ type: "received", payment, funds: outsideDollars }] as const;
  const reply = await database.transaction((tx) => world.owner.heard(tx, scope, news));
  expect(reply).toMatchObject({
    events: [],
    operations: [],
    refused: [{ paymentId: payment.id, why: "a transfer was made of it before" }],
  });
  expect(await world.transfersOf(automation.id)).toHaveLength(1);
});

test("what comes while it is disabled waits for a person, who may give it to it once it is active again", async () => {
  const automation = await world.open();
  await world.send("PATCH", `/automations/${automation.id}`, { status: "disabled" });
  await world.pay(automation, [{ amountCents: 700n }]);
  const [held] = await world.held();
  expect(held?.note).toBe("the automation is disabled");
  expect(await world.transfersOf(automation.id)).toEqual([]);
  await expect(world.assign(held?.id ?? "", automation.id)).rejects.toThrow("the automation is disabled");
  await world.send("PATCH", `/automations/${automation.id}`, { status: "active" });
  await world.assign(held?.id ?? "", automation.id);
  const [transfer, ...more] = await world.transfersOf(automation.id);
  expect(transfer).toMatchObject({ amount: { value: "7.00" }, source: { payment_id: held?.id } });
  expect(more).toEqual([]);
  expect(await world.held()).toEqual([]);
});

test("what comes for an archived one, or for a destination that is archived meanwhile, waits for a person", async () => {
  const gone = await world.open();
  await world.send("PATCH", `/automations/${gone.id}`, { status: "archived" });
  const external = await world.send("POST", "/addresses/external", {
    name: "Elsewhere",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    transfer_types: ["base"],
  });
  const stranded = await world.open(usdAutomation(external.body.id));
  await world.send("PATCH", `/addresses/${external.body.id}`, { status: "archived" });
  await world.pay(gone, [{}]);
  await world.pay(stranded, [{}, {}]);
  expect((await world.held()).map(({ note }) => note)).toEqual([
    "the automation is archived",
    "/destination/address_id names an address that is archived",
    "/destination/address_id names an address that is archived",
  ]);
  expect([...(await world.transfersOf(gone.id)), ...(await world.transfersOf(stranded.id))]).toEqual([]);
});
