import { expect, test } from "vitest";
import { createSandboxBank } from "../../../sandbox/src/bank/sandbox-bank.ts";
import { testCause } from "../../test/auth.ts";
import { openPayments, type PaymentsEnvironment } from "../../test/payments.ts";
import { platformTenant } from "../kernel/id.ts";
import { createBankEngine } from "../rails/engine/bank-engine.ts";
import { createBankWork } from "../rails/engine/create-bank-work.ts";
import { plainMessages, senderOf } from "../rails/message-settings.ts";
import { createPayments } from "./create-payments.ts";
import { heldPaymentRows } from "./list-payments.ts";
import type { PaymentId } from "./payment.ts";
import type { PaymentOrder } from "./payments.ts";
import { returnPayment } from "./suspense/return-payment.ts";
import { selectAnyPayment } from "./suspense/store.ts";

const unmatched = { tenantId: platformTenant, network: "testnet" } as const;

/** What wires look like. */
const profiles = ["generic", "fedwire"] as const;

test.each(profiles)(
  "orders are sent to the bank in files, and the bank's files update the payments (%s)",
  async (profile) => {
    await using env = await openPayments();
    const side = openBankSide(env, profile);
    const wire = await side.order({ rail: "wire" });
    const credit = await side.order({ rail: "same_day_ach_credit" });
    const uncovered = await side.order({ rail: "ach_debit", amountCents: 5_501n });
    const unsent = await side.order({ rail: "ach_credit" });
    expect(await side.withdraw(unsent)).toBe(true);
    await side.runUntilQuiet();
    expect(await side.withdraw(wire)).toBe(false);
    expect(await side.statuses([wire, credit, uncovered, unsent])).toEqual([
      "complete",
      "complete",
      "returned R01",
      "failed WITHDRAWN",
    ]);
    expect(await env.balances()).toEqual({ "clearing/test//USD": -24_690n, "external///USD": 24_690n });
  },
);

test.each(profiles)(
  "an incoming payment is received by its owner, or returned from suspense (%s)",
  async (profile) => {
    await using env = await openPayments();
    const side = openBankSide(env, profile);
    const owner = { name: "automations", subject: "01A" };
    const { accountNumber } = await side.open(owner);
    await side.receive({ accountNumber, amountCents: 70_000n });
    await side.receive({ accountNumber: side.identity.accountNumber, amountCents: 300n });
    await side.runUntilQuiet();
    expect(env.owner.receivedUpdate).toMatchObject([
      { type: "received", payment: { amountCents: 70_000n, owner } },
    ]);
    const [held] = (await heldPaymentRows(env.keyRing).read(env.database, {}, { limit: 10 })).items;
    expect(held).toMatchObject({ amountCents: 300n, hold: { reason: "unmatched" } });
    const input = { id: held?.id ?? "", code: "AC01", reason: "unmatched", cause: testCause };
    const { clock, newId, keyRing, database } = env;
    const deps = { clock, newId, keyRing, bankWork: side.bankWork };
    await database.transaction((tx) => returnPayment(deps, tx, input));
    await side.runUntilQuiet();
    expect(await selectAnyPayment(env, database, input.id)).toMatchObject({ status: "returned" });
    expect(await env.balances(unmatched)).toEqual({});
  },
);

const delayMs = 1_000;
const rounds = 8;

/** A sandbox bank, the bank engine, and payments on top of both. */
function openBankSide(env: PaymentsEnvironment, profile: (typeof profiles)[number]) {
  const { database, clock, newId, scope, account } = env;
  const { bank, simulator, bankWork, payments, engine } = openEngine(env, profile);
  return {
    bankWork,
    identity: bank.identity,
    order: async (overrides: Partial<PaymentOrder>): Promise<PaymentId> => {
      const id = newId<"payment">();
      const order = { ...baseOrder, ...scope, accountId: account.id, addressId: await env.addBank(), id };
      await database.transaction((tx) => payments.order(tx, [{ ...order, ...overrides }]));
      return id;
    },
    withdraw: (id: PaymentId) => database.transaction((tx) => payments.withdraw(tx, scope, id)),
    open: async (owner: { readonly name: string; readonly subject: string }) => {
      const expected = [{ accountId: account.id, owner }];
      const [opened] = await database.transaction((tx) => payments.openVirtualAccounts(tx, scope, expected));
      if (opened === undefined) throw new Error("no account number was opened");
      return opened;
    },
    receive: (incomingPayment: { readonly accountNumber: string; readonly amountCents: bigint }) =>
      database.transaction((tx) =>
        simulator.receive(tx, {
          ...incomingPayment,
          system: "wire",
          senderName: "Wilhelmina Vanderquack",
          reference: undefined,
        }),
      ),
    statuses: async (ids: readonly PaymentId[]) => {
      const found = await payments.find(database, scope, ids);
      return ids.map((id) => [found.get(id)?.status, found.get(id)?.reason?.code].join(" ").trim());
    },
    runUntilQuiet: async () => {
      for (let round = 0; round < rounds; round += 1) {
        await engine.round();
        clock.advance(2 * delayMs);
      }
    },
  };
}

function openEngine(
  { database, clock, newId, keyRing, listener }: PaymentsEnvironment,
  profile: (typeof profiles)[number],
) {
  const wakeUp = { nudge: () => {}, listen: () => () => {} };
  const { bank, simulator } = createSandboxBank({
    network: "testnet",
    database,
    clock,
    newId,
    keyRing,
    clockMode: "seconds",
    secondsDelayMs: delayMs,
  });
  const bankWork = createBankWork({ clock, wakeUp, keyRing });
  const payments = createPayments({ clock, newId, keyRing, bankWork, bankOf: () => bank });
  const { routingNumber } = bank.identity;
  const sender = senderOf({ routingNumber, fedwireSource: "FLRNTST1" });
  const engine = createBankEngine({
    bank,
    messages: { ...plainMessages({ routingNumber }), profiles: [profile], sender },
    database,
    wakeUp,
    clock,
    newId,
    keyRing,
    listener,
    pollMs: delayMs,
    leaseMs: 60_000,
    report: () => {},
    onError: (error) => {
      throw error;
    },
  });
  return { bank, simulator, bankWork, payments, engine };
}

const baseOrder = {
  rail: "wire",
  amountCents: 12_345n,
  owner: { name: "automations", subject: "01JD7Q2M8W3T5V6X9YZABCDEFG" },
  statementName: "Acme",
  reference: undefined,
} as const;
