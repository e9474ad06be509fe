import { expect, test } from "vitest";
import { createCountedWallets } from "../../test/addresses.ts";
import { testCause } from "../../test/auth.ts";
import { entryEvent, openPayments, type PaymentsEnvironment, received } from "../../test/payments.ts";
import { addToken, contractOf } from "../../test/token-holders.ts";
import { createFakeChainWork } from "../../test/tokens.ts";
import { readAudit } from "../audit/index.ts";
import { familyOf, standardChains } from "../chains/chain-name.ts";
import { statement } from "../db/statement.ts";
import { platformTenant } from "../kernel/id.ts";
import { createBankListener } from "../payments/index.ts";
import type { SimulatedIncomingPayment } from "../rails/bank-simulator.ts";
import type { BankEvent } from "../rails/bank-work.ts";
import { setLimit, showLimits, withdrawalLimits } from "../transfers/index.ts";
import {
  createTreasuryOwner,
  ensureTreasury,
  findTreasury,
  fundLocalTreasury,
  requireFundingAccount,
  showTreasury,
  withdrawDollars,
} from "./index.ts";
import type { WithdrawDollars } from "./withdraw.ts";

test("a treasury has an address on every family of chains once it is needed, and keeps it", async () => {
  await using env = await openTreasury();
  expect((await findTreasury(env.database, env.scope)).size).toBe(0);
  const places = await env.ensure();
  expect([...places.keys()]).toEqual(["evm", "solana", "stellar"]);
  expect(await env.ensure()).toEqual(places);
  expect(await findTreasury(env.database, env.scope)).toEqual(places);
  expect((await findTreasury(env.database, { ...env.scope, network: "mainnet" })).size).toBe(0);
});

test("the platform tenant, an incomplete account and a network without keys have no treasury", async () => {
  await using env = await openTreasury();
  const { database, deps, scope } = env;
  const ensure = (tenantId = scope.tenantId, hasKeys = () => true) =>
    database.transaction((tx) => ensureTreasury({ ...deps, hasKeys }, tx, { ...scope, tenantId }));
  expect((await ensure(platformTenant)).size).toBe(0);
  expect((await ensure(scope.tenantId, () => false)).size).toBe(0);
  await database.run(statement("UPDATE accounts SET status = 'pending'"));
  expect((await ensure()).size).toBe(0);
});

test("dollars received at the treasury's account number are credited to it once", async () => {
  await using env = await openTreasury();
  const account = await env.instructions();
  expect(await env.instructions()).toEqual(account);
  const wire = received({ accountNumber: account.accountNumber, amountCents: 70_000n });
  await env.say([wire]);
  await env.say([wire]);
  expect(await env.balances()).toEqual({ "treasury///USD": 70_000n, "external///USD": -70_000n });
  const picture = await showTreasury(env.database, env.scope);
  expect(picture.dollars.available.units).toBe(70_000n);
  expect(await env.audited("treasury.receive")).toEqual([{ amount: "700.00", type: "wire" }]);
  expect(await env.audited("treasury.open_account")).toEqual([{ account_number: account.accountNumber }]);
});

test("a withdrawal holds its dollars and posts them when the bank has paid", async () => {
  await using env = await openTreasury({ dollars: 100_000n });
  const { paymentId } = await env.withdraw({ amountCents: 60_000n });
  expect(env.payments.bank.entries).toMatchObject([
    { kind: "payment", id: paymentId, rail: "wire", amountCents: 60_000n, statement: { name: "Acme" } },
  ]);
  await expect(env.withdraw({ amountCents: 40_001n })).rejects.toMatchObject({
    refusal: { code: "insufficient_balance" },
  });
  const { dollars, withdrawals } = await showTreasury(env.database, env.scope);
  expect([dollars.posted.units, dollars.available.units]).toEqual([100_000n, 40_000n]);
  expect(withdrawals).toMatchObject([{ paymentId, status: "pending" }]);
  await env.say([entryEvent("settled", paymentId)]);
  expect(await env.dollars()).toEqual({ posted: 40_000n, held: 0n, status: "complete" });
  expect(await env.audited("treasury.withdraw")).toMatchObject([{ amount: "600.00", transfer_type: "wire" }]);
  expect(await env.audited("treasury.settle_withdrawal")).toEqual([
    { status: "complete", reason_code: null },
  ]);
});

test.each([
  ["rejected", ["rejected"], "failed"],
  ["returned before settlement", ["returned"], "returned"],
  ["returned after settlement", ["settled", "returned"], "returned"],
] as const)("a withdrawal that is %s is credited back to the treasury", async (_what, words, status) => {
  await using env = await openTreasury({ dollars: 100_000n });
  const { paymentId } = await env.withdraw({ amountCents: 60_000n });
  for (const word of words) {
    await env.say([entryEvent(word, paymentId)]);
    await env.say([entryEvent(word, paymentId)]);
  }
  expect(await env.dollars()).toEqual({ posted: 100_000n, held: 0n, status });
});

test.each([
  ["an unknown address", { addressId: "01JD7Q2M8W3T5V6X9YZABCDEFG" }, "not_found"],
  ["an address of another network", { network: "mainnet" as const }, "not_found"],
  ["a rail that the bank account does not support", { rail: "rtp_credit" as const }, "unprocessable"],
  [
    "an amount above the limit of the rail",
    { rail: "same_day_ach_credit" as const, amountCents: 100_000_001n },
    "limit_exceeded",
  ],
  ["an unknown tenant", { tenantId: platformTenant }, "not_found"],
])("a withdrawal with %s is rejected without side effects", async (_what, input, code) => {
  await using env = await openTreasury({ dollars: 100_000n });
  await expect(env.withdraw(input)).rejects.toMatchObject({ refusal: { code } });
  expect(env.payments.bank.entries).toEqual([]);
  expect((await showTreasury(env.database, env.scope)).withdrawals).toEqual([]);
});

test("a withdrawal is within the limits of the tenant, and counts until it is returned", async () => {
  await using env = await openTreasury({ dollars: 100_000n });
  const { tenantId, network } = env.scope;
  const operation = "treasury_withdrawal" as const;
  const limit = { managingAccountId: tenantId, network, accountId: undefined, transferType: undefined };
  await env.database.transaction((tx) =>
    setLimit(env.deps, tx, {
      ...limit,
      cause: testCause,
      operation,
      perTransferCents: 900n,
      dailyCents: 1_000n,
    }),
  );
  const beyond = { refusal: { code: "limit_exceeded", errors: [{ pointer: "/amount" }] } };
  await expect(env.withdraw({ amountCents: 901n })).rejects.toMatchObject(beyond);
  const first = await env.withdraw({ amountCents: 600n });
  await expect(env.withdraw({ amountCents: 401n })).rejects.toMatchObject(beyond);
  // A repeated request is still a conflict.
  await expect(env.withdraw({ amountCents: 600n, id: first.id })).rejects.toMatchObject({
    refusal: { code: "conflict" },
  });
  const usedToday = async () => {
    const [{ used } = { used: undefined }] = await showLimits(
      {},
      env.database,
      tenantId,
      env.deps.clock.now(),
    );
    return used?.todayCents;
  };
  expect(await usedToday()).toBe(600n);
  await env.say([entryEvent("settled", first.paymentId)]);
  await env.say([entryEvent("returned", first.paymentId)]);
  expect(await usedToday()).toBe(0n);
  const all = await Promise.allSettled([1, 2, 3, 4].map(() => env.withdraw({ amountCents: 400n })));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await usedToday()).toBe(800n);
});

test("a local treasury is funded once with test tokens on each chain and dollars at the sandbox bank", async () => {
  await using env = await openTreasury();
  expect(await env.fund()).toBe(false);
  expect(env.incomingPayments).toHaveLength(1);
  await addToken(env, {
    issuer: undefined,
    valueType: "USDC",
    kind: "third_party",
    chains: ["base", "solana"],
  });
  expect(await Promise.all([env.fund(), env.fund()])).toEqual([true, true]);
  expect(await env.fund()).toBe(true);
  const places = await findTreasury(env.database, env.scope);
  expect(
    env.chainWork.enqueued.map(({ owner, chain, operation }) => ({ owner, chain, ...operation })),
  ).toMatchObject(
    (["base", "solana"] as const).map((chain) => ({
      owner: "tokens.simulation",
      chain,
      kind: "mint",
      contract: contractOf("USDC", chain),
      to: places.get(familyOf(chain))?.address,
      units: 10n ** 12n,
    })),
  );
  const { accountNumber } = await env.instructions();
  expect(env.incomingPayments).toMatchObject([{ system: "wire", accountNumber, amountCents: 100_000_000n }]);
});

async function openTreasury({ dollars = 0n }: { readonly dollars?: bigint } = {}) {
  const payments = await openPayments();
  const { database, clock, newId, scope, account } = payments;
  const chainWork = createFakeChainWork();
  const { incomingPayments, simulatorOf } = createRecordingSimulator();
  const deps = {
    clock,
    newId,
    wallets: createCountedWallets(),
    chains: { names: standardChains },
    chainWork,
    payments: payments.payments,
    simulatorOf,
    withdrawalLimits: withdrawalLimits({ clock }),
    refuseDestination: async () => undefined,
  };
  const owners = [createTreasuryOwner(deps)];
  const listener = createBankListener({ ...payments.listenerDeps, owners });
  const say = (bankEvents: readonly BankEvent[]) =>
    database.transaction((tx) => listener.heard(tx, scope, bankEvents));
  const instructions = () =>
    database.transaction((tx) => requireFundingAccount(deps, tx, { ...scope, cause: testCause }));
  const addressId = await payments.addBank();
  const paid = { source: "treasury", rail: "wire", amountCents: 1_000n, memo: undefined } as const;
  const order = { ...scope, ...paid, addressId, cause: testCause };
  if (dollars > 0n) {
    const { accountNumber } = await instructions();
    await say([received({ accountNumber, amountCents: dollars })]);
  }
  const chains = ["base", "solana"] as const;
  return {
    payments,
    database,
    deps,
    scope,
    chainWork,
    incomingPayments,
    say,
    instructions,
    balances: () => payments.balances(),
    ensure: () => database.transaction((tx) => ensureTreasury(deps, tx, scope)),
    fund: () => database.transaction((tx) => fundLocalTreasury(deps, tx, { ...scope, chains })),
    withdraw: (input: Partial<WithdrawDollars>) =>
      database.transaction((tx) => withdrawDollars(deps, tx, { ...order, ...input })),
    dollars: async () => {
      const { dollars: now, withdrawals } = await showTreasury(database, scope);
      return { posted: now.posted.units, held: now.held.units, status: withdrawals[0]?.status };
    },
    audited: (action: string) => auditedOf(payments, action),
    account,
    [Symbol.asyncDispose]: () => payments[Symbol.asyncDispose](),
  };
}

function createRecordingSimulator() {
  const incomingPayments: SimulatedIncomingPayment[] = [];
  const receive = async (_tx: unknown, incomingPayment: SimulatedIncomingPayment) => {
    incomingPayments.push(incomingPayment);
    return `ref-${incomingPayments.length}`;
  };
  return { incomingPayments, simulatorOf: () => ({ receive }) };
}

async function auditedOf({ database, scope }: PaymentsEnvironment, action: string) {
  const entries = await readAudit(database, { tenantId: scope.tenantId, action, limit: 10 });
  return entries.map(({ after }) => after);
}
