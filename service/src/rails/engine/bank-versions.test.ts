import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  accountReply,
  intradayReply,
  type Movement,
  noOne,
  receivedMovement,
  settledMovement,
} from "../../../test/bank-replies.ts";
import { type BankEnvironment, openBankWork, testTenant } from "../../../test/bank-work.ts";
import { doubleIdentity, type TakenItem } from "../../../test/fake-bank.ts";
import { envelopedIn, envelopeNames } from "../../../test/iso-envelopes.ts";
import { inVersion } from "../../../test/iso-versions.ts";
import { reportedOf } from "../../../test/settling.ts";
import { kinds } from "../iso20022/message-kinds.ts";
import { paymentSystems } from "../registry.ts";
import { sumBookings } from "./account-store.ts";

const account = "8800000001";
const mainAccount = { ...noOne, accountNumber: doubleIdentity.accountNumber };
const credited = {
  creditor: { ...noOne, accountNumber: account },
  debtor: { ...noOne, name: "A Sender" },
};

test("a movement is booked once, in whatever reports, versions, envelopes, order and under whatever references the bank sends it", async () => {
  await using env = await openBankWork();
  env.owners.set(account, testTenant);
  let run = 0;
  let expectedCents = 0n;
  await fc.assert(
    fc.asyncProperty(fc.array(sendings, { minLength: 3, maxLength: 8 }), async (sent) => {
      run += 1;
      const from = { taken: env.double.taken.length, reported: env.reported.length };
      const [id = ""] = await env.enqueue({ rail: "wire" });
      const engine = env.engine();
      await engine.round();
      const item = env.double.taken[from.taken] ?? expect.unreachable();
      for (const [index, sending] of sent.entries()) {
        const movements = movementsOf(item, `${run}${sending.suffix}`, imadOf(run));
        env.double.put({ bytes: fileOf(env, movements, sending, `${run}-${index}`) });
        if (sending.isReadAtOnce) await engine.round();
      }
      await engine.round();
      expectedCents += 100n - item.amountCents;
      const reported = env.reported.slice(from.reported).map(({ bankEvent }) => bankEvent);
      expect(reported.map(({ type }) => type).toSorted()).toEqual(["received", "settled"]);
      expect(reported).toContainEqual(
        expect.objectContaining({ incomingPayment: expect.objectContaining({ accountNumber: account }) }),
      );
      expect(await env.stateOf(id)).toBe("settled");
      expect(await sumBookings(env.database, "testnet")).toBe(expectedCents);
    }),
    { numRuns: 25 },
  );
  expect(env.errors).toEqual([]);
  // Each other reference is one item, and nothing else is.
  const items = await env.openItems();
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(["duplicate_reference"]));
  expect(new Set(items.map(({ reference }) => reference)).size).toBe(items.length);
});

interface Sending {
  readonly name: string;
  readonly envelope: (typeof envelopeNames)[number] | undefined;
  readonly isReadAtOnce: boolean;
  /** Of the bank's references in this report. */
  readonly suffix: string;
}

const sendings: fc.Arbitrary<Sending> = fc.record({
  name: fc.constantFrom(...[...kinds.keys()].filter((name) => /^camt\.05[234]\./.test(name))),
  envelope: fc.option(fc.constantFrom(...envelopeNames), { nil: undefined }),
  isReadAtOnce: fc.boolean(),
  suffix: fc.constantFrom("", "", "-001", "/INTRA"),
});

/** The settlement of our wire, and an incoming payment. */
function movementsOf(item: TakenItem, name: string, clearingReference: string): readonly Movement[] {
  return [
    settledMovement(item, `SET-${name}`),
    receivedMovement(`BR-${name}`, {
      transactionCode: paymentSystems.wire.transactionCodes.received,
      detail: { ...credited, clearingReference },
    }),
  ];
}

function imadOf(run: number): string {
  return `20261115ABCDEFGH${`${run}`.padStart(6, "0")}`;
}

function fileOf(env: BankEnvironment, movements: readonly Movement[], sending: Sending, id: string): Buffer {
  const head = { id, at: env.clock.now() };
  const file = reportOf(sending.name, head, movements).toString();
  const versioned = inVersion(file, sending.name);
  return Buffer.from(sending.envelope === undefined ? versioned : envelopedIn(sending.envelope, versioned));
}

function reportOf(
  name: string,
  head: Parameters<typeof accountReply>[0],
  movements: readonly Movement[],
): Buffer {
  if (name.startsWith("camt.052")) return intradayReply(head, movements);
  if (name.startsWith("camt.054")) return accountReply(head, movements);
  const sum = movements.reduce(
    (total, { direction, amountCents }) => total + signed(direction, amountCents),
    0n,
  );
  return accountReply(head, movements, { openingCents: 0n, closingCents: sum });
}

function signed(direction: Movement["direction"], amountCents: bigint): bigint {
  return direction === "credit" ? amountCents : -amountCents;
}

describe("an entry of an intraday report", () => {
  const complete = receivedMovement("BR-1", {
    detail: { ...credited, clearingReference: "091000010000001" },
  });

  test("is booked when it is complete", async () => {
    await using env = await openBankWork();
    env.double.put({ bytes: intradayReply({ id: "D1", at: env.clock.now() }, [complete]) });
    await env.engine().round();
    expect(env.reported).toMatchObject([{ bankEvent: { incomingPayment: { bankReference: "BR-1" } } }]);
    expect(await env.openItems()).toEqual([]);
  });

  test.each<readonly [string, Partial<Movement>]>([
    ["pending", { status: "PDNG" }],
    ["only informs", { status: "INFO" }],
    ["has no reference", { bankReference: undefined }],
    ["has no details", { details: [] }],
    ["has details without the credited account", { detail: {} }],
    ["is for the main account", { detail: { ...complete.detail, creditor: mainAccount } }],
    ["has no sender", { detail: { ...complete.detail, debtor: noOne } }],
    ["is of an unknown payment system", { transactionCode: undefined, detail: credited }],
    ["is a return", { transactionCode: paymentSystems.wire.transactionCodes.cameBack }],
    ["is in another currency", { currency: "EUR" }],
    ["is a reversal", { isReversal: true }],
    ["is a debit that is not ours", { direction: "debit" }],
  ])("that %s is left to the statement", async (_, change) => {
    await using env = await openBankWork();
    env.double.put({ bytes: intradayReply({ id: "D1", at: env.clock.now() }, [{ ...complete, ...change }]) });
    const engine = env.engine();
    await engine.round();
    expect([env.reported, await env.openItems()]).toEqual([[], []]);
    expect(await sumBookings(env.database, "testnet")).toBe(0n);
    env.double.put({ bytes: accountReply({ id: "N1", at: env.clock.now() }, [complete]) });
    await engine.round();
    expect(reportedOf(env)).toHaveLength(1);
    expect(await sumBookings(env.database, "testnet")).toBe(100n);
  });
});

test("a transfer between banks (pacs.009) is shown for manual review, once", async () => {
  await using env = await openBankWork();
  const golden = readFileSync(new URL("../iso20022/golden/bank-transfer.xml", import.meta.url), "utf8");
  const engine = env.engine();
  env.double.put({ bytes: Buffer.from(golden) });
  env.double.put({ bytes: Buffer.from(envelopedIn("FedwireFundsIncoming", golden)) });
  await engine.round();
  expect(env.reported).toEqual([]);
  expect(await env.openItems()).toMatchObject([
    { kind: "unexpected_entry", reference: "BANK-20261116-1/COVER-1", amountCents: 1_234_567n },
  ]);
});
