import fc from "fast-check";
import { expect, test } from "vitest";
import { createIdFactory } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import type { TransferFee, UsedLimit } from "../../transfers/index.ts";
import { effectiveTerms } from "./effective-terms.ts";

const newId = createIdFactory(systemClock);
const now = systemClock.now();
const tenantId = newId<"tenant">();
const mine = newId<"account">();
const other = newId<"account">();
const network = "testnet";
const ways = ["base", "wire", "same_day_ach_credit"];

const used = (cents: bigint) => ({ todayCents: cents, thirtyDayCents: cents });

function limit(more: Partial<UsedLimit>): UsedLimit {
  return {
    tenantId,
    id: newId<"transfer-limit">(),
    network,
    accountId: undefined,
    transferType: undefined,
    perTransferCents: undefined,
    operation: undefined,
    asset: undefined,
    destination: undefined,
    destinationAddressId: undefined,
    dailyCents: undefined,
    thirtyDayCents: undefined,
    used: used(0n),
    updatedAt: now,
    ...more,
  };
}

function fee(more: Partial<TransferFee>): TransferFee {
  return {
    tenantId,
    id: newId<"transfer-fee">(),
    network,
    accountId: undefined,
    flow: "onramp",
    transferType: undefined,
    flatCents: 100n,
    basisPoints: 0,
    minimumCents: 0n,
    maximumCents: undefined,
    createdAt: now,
    updatedAt: now,
    ...more,
  };
}

test("the smallest of several limits applies, including the rail's limit", () => {
  const terms = effectiveTerms(
    [
      limit({ perTransferCents: 500_000_000n }),
      limit({ accountId: mine, transferType: "wire", perTransferCents: 7_000n }),
      limit({ accountId: other, perTransferCents: 1n }),
      limit({ network: "mainnet", perTransferCents: 2n }),
    ],
    [],
    { network, accountId: mine, ways },
  );
  expect(terms.map(({ mostCents }) => mostCents)).toEqual([500_000_000n, 7_000n, 100_000_000n]);
});

test("the remaining amounts are those of transfers, and never negative", () => {
  const [base] = effectiveTerms(
    [
      limit({ dailyCents: 100n, used: used(130n) }),
      limit({ accountId: mine, dailyCents: 90n, thirtyDayCents: 300n, used: used(10n) }),
      limit({ operation: "token_mint", dailyCents: 1n, thirtyDayCents: 1n }),
      limit({ asset: "FUSD", thirtyDayCents: 1n }),
    ],
    [],
    { network, accountId: mine, ways },
  );
  expect(base).toMatchObject({ mostCents: 90n, leftTodayCents: 0n, leftThirtyDaysCents: 290n });
});

test("an account's fee overrides the tenant's, per flow", () => {
  const wide = fee({});
  const narrow = fee({ accountId: mine, transferType: "wire", flatCents: 0n });
  const [base, wire] = effectiveTerms([], [wide, narrow], { network, accountId: mine, ways });
  expect(base?.fees).toEqual([
    { flow: "onramp", fee: wide },
    { flow: "offramp", fee: undefined },
    { flow: "swap", fee: undefined },
  ]);
  expect(wire?.fees[0]).toEqual({ flow: "onramp", fee: narrow });
});

test("an additional limit never allows more", () => {
  const some = fc.array(
    fc.record({
      perTransferCents: fc.option(fc.bigInt({ min: 1n, max: 1_000n }), { nil: undefined }),
      dailyCents: fc.option(fc.bigInt({ min: 1n, max: 1_000n }), { nil: undefined }),
      used: fc.bigInt({ min: 0n, max: 1_000n }).map(used),
    }),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(some, (made) => {
      const limits = made.map((each) => limit(each));
      const question = { network, accountId: mine, ways: ["base"] } as const;
      const [all] = effectiveTerms(limits, [], question);
      const [fewer] = effectiveTerms(limits.slice(1), [], question);
      if (fewer?.mostCents === undefined) return;
      expect(all?.mostCents).toBeDefined();
      expect((all?.mostCents ?? 0n) <= fewer.mostCents).toBe(true);
    }),
  );
});
