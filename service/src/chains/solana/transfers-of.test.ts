import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NodeTransaction } from "./node-responses.ts";
import { transfersOf, type Watched } from "./transfers-of.ts";

type Held = readonly [before: bigint | undefined, after: bigint | undefined];

/** A transaction over accounts 0, 1, 2 …, each with a different owner, all of one token. */
function moving(held: readonly Held[], mint = "mint"): NodeTransaction {
  const balances = (side: 0 | 1) =>
    held.flatMap((pair, accountIndex) => {
      const amount = pair[side];
      if (amount === undefined) return [];
      return [{ accountIndex, mint, owner: `owner ${accountIndex}`, uiTokenAmount: { amount: `${amount}` } }];
    });
  return {
    slot: 9,
    transaction: { message: { accountKeys: held.map((_, index) => `account ${index}`), instructions: [] } },
    meta: { err: null, preTokenBalances: balances(0), postTokenBalances: balances(1) },
  };
}

const watching = (...indexes: readonly number[]): Watched =>
  new Map(indexes.map((index) => [`account ${index}`, { contract: "mint", holder: `owner ${index}` }]));

describe("the transfers of a transaction", () => {
  test("a transfer has its sender, whichever of the two is watched", () => {
    const transaction = moving([
      [10n, 3n],
      [undefined, 7n],
    ]);
    const transfer = { from: "owner 0", to: "owner 1", units: 7n, index: 1, height: 9n, transactionId: "id" };
    for (const watched of [watching(1), watching(0), watching(0, 1)])
      expect(transfersOf("id", transaction, watched)).toMatchObject([transfer]);
    expect(transfersOf("id", transaction, watching(5))).toEqual([]);
  });

  test("a mint has no sender, a burn has no recipient", () => {
    expect(transfersOf("id", moving([[0n, 7n]]), watching(0))).toMatchObject([
      { from: undefined, to: "owner 0", units: 7n },
    ]);
    expect(transfersOf("id", moving([[7n, 2n]]), watching(0))).toMatchObject([
      { from: "owner 0", to: undefined, units: 5n },
    ]);
  });

  test("with several possible senders, no sender is set and all are returned", () => {
    const transaction = moving([
      [5n, 0n],
      [5n, 0n],
      [0n, 10n],
    ]);
    const otherSenders = ["owner 0", "owner 1"];
    expect(transfersOf("id", transaction, watching(2))).toMatchObject([
      { from: undefined, otherSenders, units: 10n },
    ]);
  });

  test("an account that decreases beside a mint is a possible sender", () => {
    const transaction = moving([
      [5n, 0n],
      [0n, 10n],
    ]);
    expect(transfersOf("id", transaction, watching(1))).toMatchObject([
      { from: undefined, otherSenders: ["owner 0"], units: 10n },
    ]);
  });

  test("with a certain sender, or none, no other senders are returned", () => {
    const transfer = moving([
      [10n, 3n],
      [0n, 7n],
    ]);
    for (const transaction of [
      transfer,
      moving([
        [7n, 2n],
        [0n, 0n],
      ]),
      moving([[0n, 7n]]),
    ])
      for (const found of transfersOf("id", transaction, watching(0, 1)))
        expect(found).not.toHaveProperty("otherSenders");
  });

  test("an account of another token is not mistaken for the watched one", () => {
    expect(transfersOf("id", moving([[0n, 7n]], "another mint"), watching(0))).toEqual([]);
  });

  test("a watched account receives exactly its balance increase, whatever else the transaction did", () => {
    const amount = fc.option(fc.bigInt({ min: 0n, max: 1000n }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 6 }), (held) => {
        const transfers = transfersOf("id", moving(held), watching(...held.keys()));
        for (const [index, [before = 0n, after = 0n]] of held.entries()) {
          const received = transfers.filter(({ to }) => to === `owner ${index}`);
          expect(received.map(({ units }) => units)).toEqual(after > before ? [after - before] : []);
        }
        const marks = transfers.map(({ index }) => `${index}`);
        expect(new Set(marks).size).toBe(marks.length);
      }),
    );
  });
});
