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
  const used = usedBy([limit], 60_000n);
  expect(decideLimits([limit], used, [candidateOf(40_000n)])).toEqual([undefined]);
  const detail = "exceeds the daily limit of 1000.00 USD; 400.00 USD remains until 00:00 UTC";
  expect(decideLimits([limit], used, [candidateOf(40_001n)])).toMatchObject([{ errors: [{ detail }] }]);
  // A limit lowered during the day may already be exceeded.
  const [refusal] = decideLimits([limit], usedBy([limit], 200_000n), [candidateOf(1n)]);
  expect(refusal?.detail).toContain("0.00 USD remains");
});

test("within a batch, accepted transfers count toward the limit and refused ones do not", () => {
  const limit = limitOf({ dailyCents: 100n });
  const batch = [candidateOf(60n), candidateOf(60n), undefined, candidateOf(40n), candidateOf(1n)];
  const isRefused = decideLimits([limit], new Map(), batch).map((refusal) => refusal !== undefined);
  expect(isRefused).toEqual([false, true, false, false, true]);
});

test("an amount above the rest of 30 days is refused with what remains, and the scope of the limit", () => {
  const mints = { operation: "token_mint", asset: "FUSD", destination: "0x1" } as const;
  const limit = limitOf({ ...mints, thirtyDayCents: 100_000n, perTransferCents: 90_000n });
  const mint = (cents: bigint) => ({ ...candidateOf(cents), operation: "token_mint" as const });
  expect(decideLimits([limit], usedBy([limit], 60_000n), [mint(40_000n)])).toEqual([undefined]);
  const detail =
    "exceeds the 30-day limit of 1000.00 USD for mints of FUSD to this destination; 400.00 USD remains";
  expect(decideLimits([limit], usedBy([limit], 60_000n), [mint(40_001n)])).toMatchObject([
    { code: "limit_exceeded", errors: [{ pointer, detail }] },
  ]);
  const tooLarge = "exceeds the limit of 900.00 USD per mint of FUSD to this destination";
  expect(decideLimits([limit], new Map(), [mint(90_001n)])).toMatchObject([
    { errors: [{ detail: tooLarge }] },
  ]);
});

test("a limit applies only to its network, account, transfer type, operation, asset and destination", () => {
  const scope = { accountId: anna, transferType: "base", operation: "transfer", asset: "FUSD" } as const;
  const limit = limitOf({ ...scope, perTransferCents: 1n, destination: "0x1" });
  const beyond = candidateOf(2n);
  expect(decideLimits([limit], new Map(), [beyond])).toMatchObject([{ code: "limit_exceeded" }]);
  const elsewhere = [
    { ...beyond, network: "mainnet" as const },
    { ...beyond, accountId: bert },
    { ...beyond, transferTypes: ["wire", "solana"] },
    { ...beyond, operation: "token_mint" as const },
    { ...beyond, assets: ["USD", "USDC"] },
    { ...beyond, destination: "0x2" },
    { ...beyond, destination: undefined },
  ];
  expect(decideLimits([limit], new Map(), elsewhere)).toEqual(elsewhere.map(() => undefined));
});

const someLimit = fc
  .record({
    accountId: fc.constantFrom(anna, bert, undefined),
    transferType: fc.constantFrom("wire", "base", "ach_credit", undefined),
    perTransferCents: fc.option(fc.bigInt(1n, 1_000n), { nil: undefined }),
    dailyCents: fc.bigInt(1n, 3_000n),
    thirtyDayCents: fc.option(fc.bigInt(1n, 4_000n), { nil: undefined }),
    operation: fc.constantFrom("transfer" as const, "token_mint" as const, undefined),
    asset: fc.constantFrom("FUSD", undefined, undefined),
    destination: fc.constantFrom("0x1", undefined, undefined),
  })
  .map(limitOf);
const someCandidate = fc.option(
  fc.record({
    network: fc.constant("testnet" as const),
    accountId: fc.constantFrom(anna, bert),
    operation: fc.constantFrom("transfer" as const, "token_mint" as const),
    transferTypes: fc.constantFrom(["wire", "base"], ["base", "ach_credit"], ["solana", "solana"]),
    assets: fc.constantFrom(["USD", "FUSD"], ["USDC", "USDC"]),
    destination: fc.constantFrom("0x1", "0x2", undefined),
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
        const outcomes = decideLimits(all, usedBy(all, start), batch);
        expect(outcomes).toHaveLength(batch.length);
        const moved = new Map(all.map(({ id }) => [id, start]));
        for (const [index, candidate] of batch.entries()) {
          if (candidate === undefined) {
            expect(outcomes[index]).toBeUndefined();
            continue;
          }
          const applying = all.filter((limit) => isLimitedBy(candidate, limit));
          const fits = applying.every(
            ({ id, perTransferCents, dailyCents, thirtyDayCents }) =>
              candidate.cents <= (perTransferCents ?? candidate.cents) &&
              [dailyCents, thirtyDayCents].every(
                (most) => most === undefined || (moved.get(id) ?? 0n) + candidate.cents <= most,
              ),
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
  return {
    tenantId,
    id: newId<"transfer-limit">(),
    network: "testnet",
    accountId: undefined,
    transferType: undefined,
    operation: undefined,
    asset: undefined,
    destination: undefined,
    destinationAddressId: undefined,
    perTransferCents: undefined,
    dailyCents: undefined,
    thirtyDayCents: undefined,
    updatedAt: systemClock.now(),
    ...fields,
  };
}

function candidateOf(cents: bigint): LimitCandidate {
  return {
    network: "testnet",
    accountId: anna,
    operation: "transfer",
    transferTypes: ["wire", "base"],
    assets: ["USD", "FUSD"],
    destination: "0x1",
    cents,
    pointer,
  };
}

function usedBy(limits: readonly TransferLimit[], cents: bigint) {
  return new Map(limits.map(({ id }) => [id, { todayCents: cents, thirtyDayCents: cents }]));
}
