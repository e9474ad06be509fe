import { systemCause } from "../../src/kernel/cause.ts";
import { isRefusal, RefusalError } from "../../src/kernel/refusal.ts";
import { assignPayment, returnPayment } from "../../src/payments/index.ts";
import { cancelTransfer } from "../../src/transfers/cancel-transfer.ts";
import {
  createTransfers,
  type RequestedTransferInput,
  refundTransfer,
  rejectTransfer,
  releaseTransfer,
} from "../../src/transfers/index.ts";
import { withdrawDollars } from "../../src/treasury/index.ts";
import { testCause } from "../auth.ts";
import { contractOf } from "../token-holders.ts";
import { inputOf, purseOf } from "./customers.ts";
import {
  type ExpectedWire,
  selectExpectedWires,
  selectFailedRefunds,
  selectForwarding,
  selectHeldPayments,
  selectOpenNumbers,
  selectPending,
} from "./environment-store.ts";
import { selectAllBalances } from "./facts-store.ts";
import { foreignToken, type Tenant } from "./found-tenants.ts";
import type { Business } from "./open-business.ts";
import type { Process } from "./process.ts";
import { settleClaims } from "./settle-claims.ts";

/** Actions of customers, their payers and operators, through the use cases that the routes call. */
export interface Users {
  /** Requests transfers; returns how many were accepted. */
  ask(process: Process, count: number): Promise<number>;
  /** Sends wires: most as instructed, some not. */
  pay(): Promise<void>;
  changeTheirMinds(process: Process): Promise<void>;
  /** Operators decide held funds. */
  lookAfter(process: Process): Promise<void>;
}

const few = 40;

export function createUsers(business: Business, tenants: readonly Tenant[]): Users {
  const paid = new Set<string>();
  return {
    ask: (process, count) => ask(business, tenants, process, count),
    pay: async () => {
      await pay(business, paid);
      await payAutomations(business);
    },
    changeTheirMinds: (process) => cancelSome(business, tenants, process),
    lookAfter: async (process) => {
      await decideHeld(business, process);
      await refundSome(business, process);
      await sendBack(business, tenants, process);
      await takeOut(business, tenants, process);
      await settleClaims(business, tenants, process);
    },
  };
}

async function ask(
  { chance, database }: Business,
  tenants: readonly Tenant[],
  { deps }: Process,
  count: number,
): Promise<number> {
  const purse = purseOf(await selectAllBalances(database));
  const all = tenants.flatMap(({ customers }) => customers);
  const requested: RequestedTransferInput[] = Array.from({ length: count }, () => {
    const customer = chance.oneOf(all);
    if (customer === undefined) throw new Error("there are no customers");
    return inputOf(chance, customer, all, purse);
  });
  let accepted = 0;
  for (const { tenantId } of tenants) {
    const theirs = requested.filter((one) => one.tenantId === tenantId);
    const outcomes = await deps.database.transaction((tx) =>
      createTransfers(deps, tx, { tenantId, network: "testnet" }, theirs),
    );
    accepted += outcomes.filter((outcome) => !isRefusal(outcome)).length;
  }
  return accepted;
}

const payRates = { agreed: 60, nothing: 26, otherAmount: 3, twice: 3, byMemo: 5, unnamed: 1 } as const;
const againRate = 0.01;

async function pay({ chance, database, sandbox }: Business, paid: Set<string>): Promise<void> {
  const send = (wire: ExpectedWire, more: Partial<ExpectedWire> & { readonly senderName?: string } = {}) => {
    paid.add(wire.transferId);
    const { accountNumber, cents, memo, senderName = "Wilhelmina Vanderquack" } = { ...wire, ...more };
    const incomingPayment = {
      system: "wire",
      accountNumber,
      amountCents: cents,
      senderName,
      reference: memo,
    } as const;
    return database.transaction((tx) => sandbox.simulator.receive(tx, incomingPayment));
  };
  for (const wire of await selectExpectedWires(database, few)) {
    if (paid.has(wire.transferId) || wire.status === "canceled") {
      if (chance.happens(againRate)) await send(wire);
      continue;
    }
    switch (chance.weighted(payRates)) {
      case "agreed":
        await send(wire);
        break;
      case "otherAmount":
        await send(wire, { cents: wire.cents + 1n });
        break;
      case "twice":
        await send(wire);
        await send(wire);
        break;
      case "byMemo":
        await send(wire, { accountNumber: sandbox.bank.identity.accountNumber });
        break;
      case "unnamed":
        await send(wire, { accountNumber: sandbox.bank.identity.accountNumber, memo: "no reference" });
        break;
      case "nothing":
        break;
    }
  }
}

const automationRate = 0.1;

/** By wire and by ACH to the numbers of automations, and in tokens to their addresses. */
async function payAutomations({ chance, database, sandbox, chains }: Business): Promise<void> {
  for (const accountNumber of await selectOpenNumbers(database)) {
    if (!chance.happens(automationRate)) continue;
    const system = chance.happens(0.5) ? "wire" : "ach";
    const amountCents = BigInt(chance.between(20, 900_000));
    const incomingPayment = { system, accountNumber, amountCents, senderName: "Ottoline Brambleby" } as const;
    await database.transaction((tx) =>
      sandbox.simulator.receive(tx, { ...incomingPayment, reference: undefined }),
    );
  }
  for (const { address, chain } of await selectForwarding(database)) {
    if (!chance.happens(automationRate)) continue;
    const units = BigInt(chance.between(1, 900_000)) * 9_001n;
    chains
      .get(chain)
      ?.arrive({ contract: contractOf(foreignToken, chain), from: undefined, to: address, units });
  }
}

const cancelRate = 0.06;

async function cancelSome(
  { chance, database }: Business,
  tenants: readonly Tenant[],
  { deps }: Process,
): Promise<void> {
  for (const { id, accountId, tenantId } of await selectPending(database, few)) {
    if (!chance.happens(cancelRate)) continue;
    const customers = tenants.flatMap((tenant) => tenant.customers);
    const principal = customers.find((customer) => customer.tenantId === tenantId)?.principal;
    if (principal === undefined) throw new Error("the transfer has no tenant");
    const input = { principal, accountId, id, cause: testCause };
    await unlessRefused(() => deps.database.transaction((tx) => cancelTransfer(deps, tx, input)));
  }
}

const cause = systemCause("operator");
const decideRate = 0.2;

async function decideHeld({ chance, database }: Business, { deps }: Process): Promise<void> {
  const held = (await selectPending(database, few)).filter(({ step }) => step === "held");
  for (const { id } of held) {
    if (!chance.happens(decideRate)) continue;
    const decide = chance.happens(0.5) ? releaseTransfer : rejectTransfer;
    // The treasury may no longer have the tokens.
    await unlessRefused(() => decide(deps, { id, cause }));
  }
}

async function refundSome({ chance, database }: Business, { deps }: Process): Promise<void> {
  for (const id of await selectFailedRefunds(database, few)) {
    if (chance.happens(decideRate)) await unlessRefused(() => refundTransfer(deps, { id, cause }));
  }
}

const sendBackRate = 0.2;
const assignRate = 0.02;

async function sendBack(
  { chance, database }: Business,
  tenants: readonly Tenant[],
  { deps, owners }: Process,
): Promise<void> {
  for (const id of await selectHeldPayments(database, few)) {
    if (chance.happens(assignRate)) {
      // Assigned to a treasury; refused if the payment belongs to another tenant.
      const to = { name: "treasury", subject: chance.oneOf(tenants)?.tenantId ?? "" };
      const input = { id, to, reason: "the sender called", cause };
      await unlessRefused(() =>
        deps.database.transaction((tx) => assignPayment({ ...deps, owners }, tx, input)),
      );
      continue;
    }
    if (!chance.happens(sendBackRate)) continue;
    const input = { id, code: "AC01", reason: "no matching transfer", cause };
    await deps.database.transaction((tx) => returnPayment(deps, tx, input));
  }
}

const takeOutRate = 0.03;

/** Withdraws dollars or earned fees of a treasury. */
async function takeOut({ chance }: Business, tenants: readonly Tenant[], { deps }: Process): Promise<void> {
  if (!chance.happens(takeOutRate)) return;
  const tenant = chance.oneOf(tenants);
  const addressId = tenant?.customers[0]?.banks[0];
  if (tenant === undefined || addressId === undefined) return;
  const rail = chance.happens(0.5) ? "wire" : "ach_credit";
  const amountCents = BigInt(chance.between(100, 100_000));
  const scope = { tenantId: tenant.tenantId, network: "testnet" } as const;
  const source = amountCents % 2n === 0n ? "treasury" : "fees";
  const input = { ...scope, cause, addressId, source, rail, amountCents, memo: undefined } as const;
  const withdrawDeps = { ...deps, refuseDestination: async () => undefined };
  await unlessRefused(() => deps.database.transaction((tx) => withdrawDollars(withdrawDeps, tx, input)));
}

/** Ignores refusals, which are valid outcomes. */
async function unlessRefused(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
  }
}
