import { expect, test } from "vitest";
import { systemClock } from "../../../service/src/kernel/instant.ts";
import { usd } from "../../../service/src/kernel/money.ts";
import { type LedgerAccount, type Operation, recordOperations } from "../../../service/src/ledger/index.ts";
import { holdsFor } from "../../../service/src/transfers/postings.ts";
import { insertTransfers } from "../../../service/src/transfers/store.ts";
import type { Destination, Source, Transfer } from "../../../service/src/transfers/transfer.ts";
import { entryEvent, openPayments, type PaymentsEnvironment } from "../../../service/test/payments.ts";
import {
  credit,
  debit,
  from,
  fusd,
  to,
  transferBetween,
  xusd,
} from "../../../service/test/transfer-samples.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

const hold = { end: "destination", listVersion: "1", hitUids: ["36"] } as const;
const held = { state: { status: "pending", step: "held" }, hold } as const;
const refundFailed = { state: { status: "failed", step: "refund_failed", failure: undefined } } as const;

test("a held transfer is shown, and continues after release", async () => {
  await using env = await openEnvironment();
  const { operator } = env;
  const id = await env.addHeld(from(fusd, "base"), credit);
  expect(await operator.florin(["transfers", "held"])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(`${id}\ttestnet\tofframp\t100.00\tUSD\tdestination\t36\t`),
  });
  const release = ["transfers", "release", id, "--reason", "false positive"];
  expect(await operator.florin(release)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("--yes"),
  });
  expect(await operator.florin(release, { atTerminal: true, response: "no" })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("nothing was changed"),
  });
  expect(await operator.responseOf([...release, "--yes"])).toMatchObject({
    status: "pending",
    step: "withdrawing",
  });
  expect(await operator.florin(["transfers", "held"])).toMatchObject({
    exitCode: 0,
    stderr: "No held transfers\n",
  });
  expect(await operator.responseOf(["transfers", "show", id])).toMatchObject({
    source: { transfer_type: "base", value_type: "FUSD", address_id: "anna" },
    destination: { transfer_type: "ach_credit", value_type: "USD" },
    payments: [],
    works: [{ end: "source", state: "queued", transaction_id: null }],
    postings: [{ key: `transfer/${id}/source-held`, account: "wallet/anna/base/FUSD", amount: "100.00" }],
  });
  expect(await operator.responseOf(["audit", "list", "--action", "transfer.release"])).toMatchObject([
    { actor_type: "operator", subject_id: id, after: { reason: "false positive" } },
  ]);
  expect(await operator.florin([...release, "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: the transfer is not held\n",
  });
});

test("a rejected transfer fails and its hold is released", async () => {
  await using env = await openEnvironment();
  const { operator } = env;
  const id = await env.addHeld(from(fusd, "base"), credit);
  const reject = ["transfers", "reject", id, "--yes", "--reason"];
  expect(await operator.florin([...reject, " "])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("reason must be 1 to 1000 characters"),
  });
  expect(await operator.responseOf([...reject, "true match"])).toMatchObject({
    status: "failed",
    step: "done",
    failure_type: "compliance_rejected",
  });
  const { exitCode, stdout } = await operator.florin(["transfers", "show", id]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("source\tbase FUSD\n");
  expect(stdout).toContain(`\ttransfer/${id}/source-held/voided\tvoid_hold\t\t\n`);
  expect(await operator.responseOf(["audit", "list", "--action", "transfer.reject"])).toHaveLength(1);
});

test("funds received for a rejected transfer move to suspense", async () => {
  await using env = await openEnvironment();
  const { operator, bank } = env;
  const paymentId = await bank.order({ rail: "ach_debit", amountCents: 10_000n });
  await bank.hear([entryEvent("settled", paymentId)]);
  const source: Source = { ...debit, rail: "wire", paymentId };
  const id = await env.add(source, to(fusd, "base"), held);
  await env.fund({ kind: "clearing", owner: "transfers", asset: usd });
  await operator.responseOf(["transfers", "reject", id, "--yes", "--reason", "true match"]);
  expect(await operator.responseOf(["payments", "suspense"])).toMatchObject([
    { id: paymentId, amount: "100.00", held_reason: "refused" },
  ]);
  expect(await bank.balances()).toMatchObject({ [`suspense/${bank.account.id}//USD`]: 10_000n });
});

test("a failed refund is retried", async () => {
  await using env = await openEnvironment();
  const { operator } = env;
  const id = await env.add(from(fusd, "base"), to(fusd, "solana"), refundFailed);
  expect(await operator.responseOf(["transfers", "failed-refunds"])).toMatchObject([
    { id, step: "refund_failed" },
  ]);
  expect(await operator.responseOf(["transfers", "retry-refund", id, "--yes"])).toMatchObject({
    step: "refunding",
  });
  expect(await operator.responseOf(["transfers", "show", id])).toMatchObject({
    works: [{ end: "refund", state: "queued" }],
  });
  expect(await operator.florin(["transfers", "retry-refund", id, "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: the transfer has no failed refund\n",
  });
});

test("a refund that the treasury can no longer cover fails without partial changes", async () => {
  await using env = await openEnvironment();
  const { operator } = env;
  const completedAt = systemClock.now();
  const id = await env.add(from(xusd, "base"), credit, { ...refundFailed, completedAt });
  const refund = ["transfers", "retry-refund", id, "--yes"];
  expect(await operator.florin(refund)).toMatchObject({
    exitCode: 1,
    stderr: "florin: only 0.00 XUSD is available\n",
  });
  expect(await operator.responseOf(["transfers", "show", id])).toMatchObject({
    step: "refund_failed",
    works: [],
  });
  await env.fund({ kind: "treasury", owner: "vault", chain: "base", asset: { code: "XUSD", scale: 6 } });
  expect(await operator.responseOf(refund)).toMatchObject({ step: "refunding" });
});

test("a transfer is shown with its payments", async () => {
  await using env = await openEnvironment();
  const { operator, bank } = env;
  const paymentId = await bank.order({ rail: "ach_debit" });
  const id = await env.add({ ...debit, paymentId }, to(fusd, "base"));
  expect(await operator.responseOf(["transfers", "show", id])).toMatchObject({
    flow: "onramp",
    step: "debit_pending",
    payments: [{ id: paymentId, direction: "inbound", type: "ach", status: "pending", reason: null }],
    works: [],
    postings: [],
  });
});

test("an unknown transfer is rejected", async () => {
  await using operator = await openOperator();
  for (const id of ["nonsense", "01JD7Q2M8W3T5V6X9YZABCDEFG"]) {
    const show = ["transfers", "show", id];
    const release = ["transfers", "release", id, "--yes", "--reason", "x"];
    const [shown, released] = [await operator.florin(show), await operator.florin(release)];
    for (const outcome of [shown, released])
      expect(outcome).toMatchObject({ exitCode: 1, stderr: "florin: there is no transfer with this id\n" });
  }
});

interface Environment {
  readonly operator: Operator;
  readonly bank: PaymentsEnvironment;
  add(source: Source, destination: Destination, overrides?: Partial<Transfer>): Promise<string>;
  /** A held transfer with a hold on its tokens. */
  addHeld(source: Source, destination: Destination): Promise<string>;
  /** Credits 1,000 of the asset from external. */
  fund(account: LedgerAccount): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

async function openEnvironment(): Promise<Environment> {
  const operator = await openOperator();
  const bank = await openPayments({ deployment: operator });
  const { newId, scope, account } = bank;
  const record = (operations: readonly Operation[]) =>
    operator.database.transaction(async (tx) => {
      await recordOperations({ clock: systemClock }, tx, scope, operations);
    });
  const fund = (on: LedgerAccount) => record([funding(on)]);
  const insert = async (source: Source, destination: Destination, overrides: Partial<Transfer>) => {
    const base = { ...scope, id: newId<"transfer">(), accountId: account.id };
    const transfer = transferBetween(source, destination, { ...base, ...overrides });
    await operator.database.transaction((tx) => insertTransfers(tx, [transfer]));
    return transfer;
  };
  return {
    operator,
    bank,
    fund,
    add: async (source, destination, overrides = {}) => (await insert(source, destination, overrides)).id,
    addHeld: async (source, destination) => {
      const transfer = await insert(source, destination, held);
      await fund({ kind: "wallet", owner: "anna", chain: "base", asset: { code: "FUSD", scale: 6 } });
      await record(holdsFor(transfer));
      return transfer.id;
    },
    [Symbol.asyncDispose]: () => operator[Symbol.asyncDispose](),
  };
}

function funding(account: LedgerAccount): Operation {
  const { asset, chain } = account;
  const units = 1_000_000_000n;
  const outside = { kind: "external", ...(chain === undefined ? {} : { chain }), asset } as const;
  const postings = [
    { account: outside, units: -units },
    { account, units },
  ];
  return { type: "post", key: `fund/${account.kind}`, postings };
}
