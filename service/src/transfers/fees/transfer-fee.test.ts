import fc from "fast-check";
import { expect, test } from "vitest";
import { createIdFactory } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import type { TransferFee } from "./transfer-fee.ts";
import { feeCents } from "./transfer-fee.ts";

const newId = createIdFactory(systemClock);
const [anna, bert] = [newId<"account">(), newId<"account">()];
const tenantId = newId<"tenant">();
const question = {
  flow: "offramp",
  network: "testnet",
  accountId: anna,
  transferTypes: ["base", "wire"],
  cents: 100_000n,
} as const;

test("a transfer without a matching fee is free", () => {
  expect(feeCents([], question)).toBe(0n);
  const others = [
    feeOf({ flow: "onramp" }),
    feeOf({ network: "mainnet" }),
    feeOf({ accountId: bert }),
    feeOf({ transferType: "ach_credit" }),
  ];
  expect(feeCents(others, question)).toBe(0n);
  expect(feeCents([feeOf({ flow: "swap" })], { ...question, flow: "bridge" })).toBe(0n);
});

test("a fee is a flat part plus basis points of the amount", () => {
  expect(feeCents([feeOf({ flatCents: 500n, basisPoints: 25 })], question)).toBe(750n);
});

test.each([
  [1n, 1n],
  [50n, 1n],
  [100n, 1n],
  [101n, 2n],
  [250n, 3n],
])("1%% of %d cents is rounded up to a cent: %d", (cents, fee) => {
  expect(feeCents([feeOf({ flatCents: 0n, basisPoints: 100 })], { ...question, cents })).toBe(fee);
});

test("33 basis points of 1.51 dollars cost a cent", () => {
  expect(feeCents([feeOf({ flatCents: 0n, basisPoints: 33 })], { ...question, cents: 151n })).toBe(1n);
});

test("a percentage is at least its exact share, never more than the amount, and parts cost at least as much as the whole", () => {
  const someBasisPoints = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(
      someBasisPoints,
      fc.array(someCents, { minLength: 1, maxLength: 20 }),
      (basisPoints, parts) => {
        const costs = (cents: bigint) =>
          feeCents([feeOf({ flatCents: 0n, basisPoints })], { ...question, cents });
        const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
        for (const cents of parts) {
          const fee = costs(cents);
          expect(fee * 10_000n >= cents * BigInt(basisPoints) && fee <= cents).toBe(true);
        }
        expect(sum(parts.map(costs)) >= costs(sum(parts))).toBe(true);
      },
    ),
  );
});

test("only the most specific fee applies", () => {
  const rows = [
    feeOf({ accountId: anna, transferType: "base", flatCents: 1n }),
    feeOf({ accountId: anna, transferType: "wire", flatCents: 2n }),
    feeOf({ accountId: anna, flatCents: 3n }),
    feeOf({ transferType: "base", flatCents: 4n }),
    feeOf({ transferType: "wire", flatCents: 5n }),
    feeOf({ flatCents: 6n }),
  ];
  for (const [index, { flatCents }] of rows.entries()) {
    expect(feeCents(rows.slice(index).toReversed(), question)).toBe(flatCents);
  }
});

test("an account can be exempt from the tenant's fee", () => {
  const rows = [feeOf({ flatCents: 500n }), feeOf({ accountId: anna, flatCents: 0n })];
  expect(feeCents(rows, question)).toBe(0n);
  expect(feeCents(rows, { ...question, accountId: bert })).toBe(500n);
});

const somePrice = fc.record({
  flatCents: fc.bigInt(0n, 10_000n),
  basisPoints: fc.integer({ min: 0, max: 10_000 }),
  minimumCents: fc.bigInt(0n, 5_000n),
  above: fc.option(fc.bigInt(0n, 5_000n), { nil: undefined }),
});
const someCents = fc.bigInt(1n, 10n ** 15n);

test("a fee stays within its bounds, never falls as the amount rises, and is less than a cent above its share", () => {
  fc.assert(
    fc.property(somePrice, someCents, someCents, ({ above, ...price }, some, increment) => {
      const maximumCents = above === undefined ? undefined : price.minimumCents + above;
      const costs = (cents: bigint) => feeCents([feeOf({ ...price, maximumCents })], { ...question, cents });
      const fee = costs(some);
      expect(fee >= price.minimumCents && fee <= (maximumCents ?? fee)).toBe(true);
      expect(costs(some + increment) >= fee).toBe(true);
      const exact = price.flatCents * 10_000n + some * BigInt(price.basisPoints);
      const isBounded = fee === price.minimumCents || fee === maximumCents;
      const error = fee * 10_000n - exact;
      expect(isBounded || (error < 10_000n && error >= 0n)).toBe(true);
    }),
  );
});

function feeOf(fields: Partial<TransferFee>): TransferFee {
  const now = systemClock.now();
  return {
    tenantId,
    id: newId<"transfer-fee">(),
    network: "testnet",
    accountId: undefined,
    flow: "offramp",
    transferType: undefined,
    flatCents: 100n,
    basisPoints: 0,
    minimumCents: 0n,
    maximumCents: undefined,
    createdAt: now,
    updatedAt: now,
    ...fields,
  };
}
