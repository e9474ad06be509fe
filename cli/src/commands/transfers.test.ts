import { expect, test } from "vitest";
import { systemClock } from "../../../service/src/kernel/instant.ts";
import { usd } from "../../../service/src/kernel/money.ts";
import { type LedgerAccount, type Operation, recordOperations } from "../../../service/src/ledger/index.ts";
import { holdsFor } from "../../../service/src/transfers/postings.ts";
import { insertTransfers } from "../../../service/src/transfers/store.ts";
import type { Destination, Source, Transfer } from "../../../service/src/transfers/transfer.ts";
import { entryWord, openPayments, type PaymentsWorld } from "../../../service/test/payments.ts";
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
const stranded = { state: { status: "failed", step: "stranded", failure: undefined } } as const;

test("a held transfer is listed, and goes on when a person has released it", async () => {
  await using world = await openWorld();
  const { operator } = world;
  const id = await world.addHeld(from(fusd, "base"), credit);
  expect(await operator.florin(["transfers", "held"])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(`${id}\ttestnet\tofframp\t100.00\tUSD\tdestination\t36\t`),
  });
  const release = ["transfers", "release", id, "--reason", "another person of that name"];
  expect(await operator.florin(release)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("--yes"),
  });
  expect(await operator.florin(release, { atTerminal: true, answer: "no" })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("nothing was changed"),
  });
  expect(await operator.answerOf([...release, "--yes"])).toMatchObject({ status: "pending", step: "taking" });
  expect(await operator.florin(["transfers", "held"])).toMatchObject({
    exitCode: 0,
    stderr: "there are no held transfers\n",
  });
  expect(await operator.answerOf(["transfers", "show", id])).toMatchObject({
    source: { transfer_type: "base", value_type: "FUSD", address_id: "anna" },
    destination: { transfer_type: "ach_credit", value_type: "USD" },
    payments: [],
    works: [{ end: "source", state: "queued", transaction_id: null }],
    postings: [{ key: `transfer/${id}/source-held`, account: "wallet/anna/base/FUSD", amount: "100.00" }],
  });
  expect(await operator.answerOf(["audit", "list", "--action", "transfer.release"])).toMatchObject([
    { actor_type: "operator", subject_id: id, after: { reason: "another person of that name" } },
  ]);
  expect(await operator.florin([...release, "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: the transfer is not held\n",
  });
});

test("a rejected transfer has failed, and what was set aside for it is free", async () => {
  await using world = await openWorld();
  const { operator } = world;
  const id = await world.addHeld(from(fusd, "base"), credit);
  const reject = ["transfers", "reject", id, "--yes", "--reason"];
  expect(await operator.florin([...reject, " "])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("reason must be 1 to 1000 characters"),
  });
  expect(await operator.answerOf([...reject, "it is that person"])).toMatchObject({
    status: "failed",
    step: "done",
    failure: "compliance_rejected",
  });
  const { exitCode, stdout } = await operator.florin(["transfers", "show", id]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("source\tbase FUSD\n");
  expect(stdout).toContain(`\ttransfer/${id}/source-held/voided\tvoid_hold\t\t\n`);
  expect(await operator.answerOf(["audit", "list", "--action", "transfer.reject"])).toHaveLength(1);
});

test("money that has come for a rejected transfer waits for a person", async () => {
  await using world = await openWorld();
  const { operator, bank } = world;
  const paymentId = await bank.order({ rail: "ach_debit", amountCents: 10_000n });
  await bank.hear([entryWord("settled", paymentId)]);
  const source: Source = { ...debit, rail: "wire", paymentId };
  const id = await world.add(source, to(fusd, "base"), held);
  await world.fund({ kind: "clearing", owner: "transfers", asset: usd });
  await operator.answerOf(["transfers", "reject", id, "--yes", "--reason", "it is that person"]);
  expect(await operator.answerOf(["payments", "suspense"])).toMatchObject([
    { id: paymentId, amount: "100.00", held_reason: "refused" },
  ]);
  expect(await bank.balances()).toMatchObject({ [`suspense/${bank.account.id}//USD`]: 10_000n });
});

test("tokens that could not be given back are tried again", async () => {
  await using world = await openWorld();
  const { operator } = world;
  const id = await world.add(from(fusd, "base"), to(fusd, "solana"), stranded);
  expect(await operator.answerOf(["transfers", "stranded"])).toMatchObject([{ id, step: "stranded" }]);
  expect(await operator.answerOf(["transfers", "restore", id, "--yes"])).toMatchObject({ step: "restoring" });
  expect(await operator.answerOf(["transfers", "show", id])).toMatchObject({
    works: [{ end: "undoing", state: "queued" }],
  });
  expect(await operator.florin(["transfers", "restore", id, "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: the transfer has nothing to give back\n",
  });
});

test("tokens that the treasury does not have any more cannot be given back, and nothing is half done", async () => {
  await using world = await openWorld();
  const { operator } = world;
  const completedAt = systemClock.now();
  const id = await world.add(from(xusd, "base"), credit, { ...stranded, completedAt });
  const restore = ["transfers", "restore", id, "--yes"];
  expect(await operator.florin(restore)).toMatchObject({
    exitCode: 1,
    stderr: "florin: only 0.00 XUSD is available\n",
  });
  expect(await operator.answerOf(["transfers", "show", id])).toMatchObject({ step: "stranded", works: [] });
  await world.fund({ kind: "treasury", owner: "vault", chain: "base", asset: { code: "XUSD", scale: 6 } });
  expect(await operator.answerOf(restore)).toMatchObject({ step: "restoring" });
});

test("a transfer is shown with what the bank does for it", async () => {
  await using world = await openWorld();
  const { operator, bank } = world;
  const paymentId = await bank.order({ rail: "ach_debit" });
  const id = await world.add({ ...debit, paymentId }, to(fusd, "base"));
  expect(await operator.answerOf(["transfers", "show", id])).toMatchObject({
    flow: "onramp",
    step: "collecting",
    payments: [{ id: paymentId, direction: "inbound", type: "ach", status: "pending", reason: null }],
    works: [],
    postings: [],
  });
});

test("what names no transfer is refused", async () => {
  await using operator = await openOperator();
  for (const id of ["nonsense", "01JD7Q2M8W3T5V6X9YZABCDEFG"]) {
    const show = ["transfers", "show", id];
    const release = ["transfers", "release", id, "--yes", "--reason", "x"];
    const [shown, released] = [await operator.florin(show), await operator.florin(release)];
    for (const outcome of [shown, released])
      expect(outcome).toMatchObject({ exitCode: 1, stderr: "florin: there is no such transfer\n" });
  }
});

interface World {
  readonly operator: Operator;
  readonly bank: PaymentsWorld;
  add(source: Source, destination: Destination, more?: Partial<Transfer>): Promise<string>;
  /** One that a person has to look at, with its tokens set aside. */
  addHeld(source: Source, destination: Destination): Promise<string>;
  /** A thousand of its asset, from outside. */
  fund(account: LedgerAccount): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

async function openWorld(): Promise<World> {
  const operator = await openOperator();
  const bank = await openPayments({ deployment: operator });
  const { newId, scope, account } = bank;
  const record = (operations: readonly Operation[]) =>
    operator.database.transaction(async (tx) => {
      await recordOperations({ clock: systemClock }, tx, scope, operations);
    });
  const fund = (on: LedgerAccount) => record([funding(on)]);
  const insert = async (source: Source, destination: Destination, more: Partial<Transfer>) => {
    const own = { ...scope, id: newId<"transfer">(), accountId: account.id };
    const transfer = transferBetween(source, destination, { ...own, ...more });
    await operator.database.transaction((tx) => insertTransfers(tx, [transfer]));
    return transfer;
  };
  return {
    operator,
    bank,
    fund,
    add: async (source, destination, more = {}) => (await insert(source, destination, more)).id,
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
