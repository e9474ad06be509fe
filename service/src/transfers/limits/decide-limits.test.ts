import fc from "fast-check";
import { expect, test } from "vitest";
import { createIdFactory } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { decideLimits, refuseBeyondRail } from "./decide-limits.ts";
import { isLimitedBy, type LimitCandidate, type TransferLimit } from "./transfer-limit.ts";

const newId = createIdFactory(systemClock);
const [anna, bert] = [newId<"account">(), newId<"account">()];
const tenantId = newId<"tenant">();
const pointer = "/amount/value";

test("an amount above the per-transfer limit is refused with the limit", () => {
  const limit = limitOf({ perTransferCents: 50_000n, transferType: "wire" });
  expect(decideLimits([limit], new Map(), [candidateOf(50_000n)])).toEqual([undefined]);
  const detail = "exceeds the limit of 500.00 USD per transfer by wire";
  expect(decideLimits([limit], new Map(), [candidateOf(50_001n)])).toMatchObject([
    { code: "limit_exceeded", detail: `the amount ${detail}`, errors: [{ pointer, detail }] },
  ]);
});

test("an amount above the remaining daily limit is refused with what remains", () => {
  const limit = limitOf({ dailyCents: 100_000n });
  const used = new Map([[limit.id, 60_000n]]);
  expect(decideLimits([limit], used, [candidateOf(40_000n)])).toEqual([undefined]);
  const detail = "exceeds the daily limit of 1000.00 USD; 400.00 USD remains until 00:00 UTC";
  expect(decideLimits([limit], used, [candidateOf(40_001n)])).toMatchObject([{ errors: [{ detail }] }]);
  // A limit lowered during the day may already be exceeded.
  const [refusal] = decideLimits([limit], new Map([[limit.id, 200_000n]]), [candidateOf(1n)]);
  expect(refusal?.detail).toContain("0.00 USD remains");
});

test("within a batch, accepted transfers count toward the limit and refused ones do not", () => {
  const limit = limitOf({ dailyCents: 100n });
  const batch = [candidateOf(60n), candidateOf(60n), undefined, candidateOf(40n), candidateOf(1n)];
  const isRefused = decideLimits([limit], new Map(), batch).map((refusal) => refusal !== undefined);
  expect(isRefused).toEqual([false, true, false, false, true]);
});

test("a limit applies only to its network, account and transfer type", () => {
  const limit = limitOf({ perTransferCents: 1n, accountId: anna, transferType: "base" });
  const beyond = candidateOf(2n);
  expect(decideLimits([limit], new Map(), [beyond])).toMatchObject([{ code: "limit_exceeded" }]);
  const elsewhere = [
    { ...beyond, network: "mainnet" as const },
    { ...beyond, accountId: bert },
    { ...beyond, transferTypes: ["wire", "solana"] },
  ];
  expect(decideLimits([limit], new Map(), elsewhere)).toEqual([undefined, undefined, undefined]);
});

const someLimit = fc
  .record({
    accountId: fc.constantFrom(anna, bert, undefined),
    transferType: fc.constantFrom("wire", "base", "ach_credit", undefined),
    perTransferCents: fc.option(fc.bigInt(1n, 1_000n), { nil: undefined }),
    dailyCents: fc.bigInt(1n, 3_000n),
  })
  .map(limitOf);
const someCandidate = fc.option(
  fc.record({
    network: fc.constant("testnet" as const),
    accountId: fc.constantFrom(anna, bert),
    transferTypes: fc.constantFrom(["wire", "base"], ["base", "ach_credit"], ["solana", "solana"]),
    cents: fc.bigInt(1n, 1_500n),
    pointer: fc.constant(pointer),
  }),
  { nil: undefined },
);

test("accepted transfers stay within every limit, and no transfer that fits is refused", () => {
  const limits = fc.array(someLimit, { maxLength: 5 });
  fc.assert(
    fc.property(
      limits,
      fc.array(someCandidate, { maxLength: 12 }),
      fc.bigInt(0n, 3_500n),
      (all, batch, start) => {
        const outcomes = decideLimits(all, new Map(all.map(({ id }) => [id, start])), batch);
        expect(outcomes).toHaveLength(batch.length);
        const moved = new Map(all.map(({ id }) => [id, start]));
        for (const [index, candidate] of batch.entries()) {
          if (candidate === undefined) {
            expect(outcomes[index]).toBeUndefined();
            continue;
          }
          const applying = all.filter((limit) => isLimitedBy(candidate, limit));
          const fits = applying.every(
            ({ id, perTransferCents = candidate.cents, dailyCents = candidate.cents }) =>
              candidate.cents <= perTransferCents && (moved.get(id) ?? 0n) + candidate.cents <= dailyCents,
          );
          expect(outcomes[index] === undefined).toBe(fits);
          if (fits) for (const { id } of applying) moved.set(id, (moved.get(id) ?? 0n) + candidate.cents);
        }
      },
    ),
  );
});

test.each([
  ["same_day_ach_credit", 100_000_000n, "1000000.00"],
  ["same_day_ach_debit", 100_000_000n, "1000000.00"],
  ["rtp_credit", 1_000_000_000n, "10000000.00"],
  ["ach_credit", 9_999_999_999n, "99999999.99"],
  ["ach_debit", 9_999_999_999n, "99999999.99"],
  ["wire", 999_999_999_999n, "9999999999.99"],
] as const)("%s accepts the largest amount of the rail and refuses one cent more", (rail, cents, text) => {
  const transferTypes = ["base", rail];
  expect(refuseBeyondRail({ transferTypes, cents, pointer })).toBeUndefined();
  expect(refuseBeyondRail({ transferTypes, cents: cents + 1n, pointer })).toMatchObject({
    code: "limit_exceeded",
    errors: [{ pointer, detail: `exceeds the limit of ${text} USD per transfer by ${rail}` }],
  });
});

test("blockchains have no rail limit", () => {
  expect(refuseBeyondRail({ transferTypes: ["base", "solana"], cents: 10n ** 30n, pointer })).toBeUndefined();
});

function limitOf(fields: Partial<TransferLimit>): TransferLimit {
  const now = systemClock.now();
  return {
    tenantId,
    id: newId<"transfer-limit">(),
    network: "testnet",
    accountId: undefined,
    transferType: undefined,
    perTransferCents: undefined,
    dailyCents: undefined,
    createdAt: now,
    updatedAt: now,
    ...fields,
  };
}

function candidateOf(cents: bigint): LimitCandidate {
  return { network: "testnet", accountId: anna, transferTypes: ["wire", "base"], cents, pointer };
}
