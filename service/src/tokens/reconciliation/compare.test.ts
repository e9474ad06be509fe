import fc from "fast-check";
import { expect, test } from "vitest";
import { type BookFacts, type ComparisonFacts, compare } from "./compare.ts";
import { holderMovements, supplyMovements, type UnitsInFlight } from "./in-flight.ts";

const books = (units: bigint, inFlight: Partial<BookFacts> = {}): BookFacts => ({
  units,
  incoming: 0n,
  depositing: 0n,
  outgoing: 0n,
  ...inFlight,
});

const still = (facts: Partial<ComparisonFacts>, at: BookFacts): ComparisonFacts => ({
  subject: "balance",
  chainUnits: 0n,
  before: at,
  after: at,
  ...facts,
});

test.each<readonly [string, ComparisonFacts, object]>([
  ["equal amounts", still({ chainUnits: 5n }, books(5n)), { outcome: "equal" }],
  [
    "an unreachable chain",
    still({ chainUnits: undefined }, books(5n)),
    { outcome: "unverified", cause: "chain_unreachable" },
  ],
  [
    "a mint on the chain that is not in the ledger yet",
    still({ subject: "supply", chainUnits: 8n }, books(5n, { incoming: 3n })),
    { outcome: "explained", cause: "in_flight" },
  ],
  [
    "a burn on the chain that is not in the ledger yet",
    still({ subject: "supply", chainUnits: 2n }, books(5n, { outgoing: 3n })),
    { outcome: "explained", cause: "in_flight" },
  ],
  [
    "a deposit that is not final",
    still({ chainUnits: 7n }, books(5n, { depositing: 2n })),
    { outcome: "explained", cause: "deposit_not_final" },
  ],
  [
    "more than is in flight",
    still({ subject: "supply", chainUnits: 9n }, books(5n, { incoming: 3n })),
    { outcome: "different", difference: 4n, cause: "minted_outside" },
  ],
  [
    "tokens burned by a holder",
    still({ subject: "supply", chainUnits: 4n }, books(5n)),
    { outcome: "different", difference: -1n, cause: "burned_outside" },
  ],
  [
    "an undetected deposit",
    still({ chainUnits: 6n }, books(5n)),
    { outcome: "different", difference: 1n, cause: "deposit_not_recorded" },
  ],
  [
    "tokens that left without a record",
    still({ chainUnits: 0n }, books(5n, { outgoing: 4n })),
    { outcome: "different", difference: -5n, cause: "left_without_record" },
  ],
])("%s is classified", (_name, facts, comparison) => {
  expect(compare(facts)).toEqual(comparison);
});

interface Operation {
  readonly units: bigint;
  readonly isMint: boolean;
  /** When the operation started, when the chain executed it, and when the ledger recorded it. */
  readonly begun: number;
  readonly done: number;
  readonly reported: number;
}

const operation: fc.Arbitrary<Operation> = fc
  .record({
    units: fc.bigInt({ min: 1n, max: 1_000n }),
    isMint: fc.boolean(),
    times: fc.tuple(fc.nat(100), fc.nat(100), fc.nat(100)),
  })
  .map(({ units, isMint, times }) => {
    const [begun = 0, done = 0, reported = 0] = times.toSorted((left, right) => left - right);
    return { units, isMint, begun, done, reported };
  });

test("operations in flight while the chain is queried are not reported as differences", () => {
  fc.assert(
    fc.property(
      fc.array(operation, { maxLength: 6 }),
      fc.nat(100),
      fc.nat(100),
      fc.nat(100),
      (operations, ...moments) => {
        const [first = 0, requested = 0, second = 0] = moments.toSorted((left, right) => left - right);
        // Operations that finish between the two ledger reads are left to a repeated check.
        fc.pre(operations.every(({ reported }) => reported <= first || reported > second));
        const start = 1_000_000n;
        const sum = (those: readonly Operation[]) => those.reduce((total, { units }) => total + units, 0n);
        const net = (those: readonly Operation[]) =>
          sum(those.filter(({ isMint }) => isMint)) - sum(those.filter(({ isMint }) => !isMint));
        const at = (moment: number): BookFacts => {
          const underWay = operations.filter(({ begun, reported }) => begun <= moment && reported > moment);
          return books(start + net(operations.filter(({ reported }) => reported <= moment)), {
            incoming: sum(underWay.filter(({ isMint }) => isMint)),
            outgoing: sum(underWay.filter(({ isMint }) => !isMint)),
          });
        };
        const chainUnits = start + net(operations.filter(({ done }) => done <= requested));
        const facts = { subject: "supply", chainUnits, before: at(first), after: at(second) } as const;
        expect(["equal", "explained"]).toContain(compare(facts).outcome);
      },
    ),
  );
});

const row = (kind: UnitsInFlight["kind"], units: bigint, from?: string, to?: string): UnitsInFlight => ({
  contract: "c",
  kind,
  from,
  to,
  units,
});

test("units in flight are summed by supply and holder", () => {
  const inFlight = [
    row("mint", 5n, undefined, "anna"),
    row("burn", 2n, "anna"),
    row("transfer", 3n, "anna", "bert"),
    row("deposit", 7n, "stranger", "bert"),
    { ...row("mint", 100n, undefined, "anna"), contract: "another" },
  ];
  expect(supplyMovements(inFlight, "c")).toEqual({ incoming: 5n, depositing: 0n, outgoing: 2n });
  expect([...holderMovements(inFlight, "c")]).toEqual([
    ["anna", { incoming: 5n, depositing: 0n, outgoing: 5n }],
    ["bert", { incoming: 3n, depositing: 7n, outgoing: 0n }],
  ]);
});
