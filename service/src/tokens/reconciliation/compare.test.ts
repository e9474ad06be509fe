import fc from "fast-check";
import { expect, test } from "vitest";
import { type BookFacts, type ComparisonFacts, compare } from "./compare.ts";
import { holderMovements, supplyMovements, type UnitsInFlight } from "./in-flight.ts";

const books = (units: bigint, more: Partial<BookFacts> = {}): BookFacts => ({
  units,
  incoming: 0n,
  depositing: 0n,
  outgoing: 0n,
  ...more,
});

const still = (facts: Partial<ComparisonFacts>, at: BookFacts): ComparisonFacts => ({
  subject: "balance",
  chainUnits: 0n,
  before: at,
  after: at,
  ...facts,
});

test.each<readonly [string, ComparisonFacts, object]>([
  ["what is equal", still({ chainUnits: 5n }, books(5n)), { verdict: "equal" }],
  [
    "a chain that cannot be asked",
    still({ chainUnits: undefined }, books(5n)),
    { verdict: "unverified", cause: "chain_unreachable" },
  ],
  [
    "a mint that the chain has and the ledger not yet",
    still({ subject: "supply", chainUnits: 8n }, books(5n, { incoming: 3n })),
    { verdict: "explained", cause: "in_flight" },
  ],
  [
    "a burn that the chain has and the ledger not yet",
    still({ subject: "supply", chainUnits: 2n }, books(5n, { outgoing: 3n })),
    { verdict: "explained", cause: "in_flight" },
  ],
  [
    "a deposit that is not final",
    still({ chainUnits: 7n }, books(5n, { depositing: 2n })),
    { verdict: "explained", cause: "deposit_not_final" },
  ],
  [
    "more than is under way",
    still({ subject: "supply", chainUnits: 9n }, books(5n, { incoming: 3n })),
    { verdict: "different", difference: 4n, cause: "minted_outside" },
  ],
  [
    "tokens that a holder has burned",
    still({ subject: "supply", chainUnits: 4n }, books(5n)),
    { verdict: "different", difference: -1n, cause: "burned_outside" },
  ],
  [
    "a deposit that nobody has seen",
    still({ chainUnits: 6n }, books(5n)),
    { verdict: "different", difference: 1n, cause: "deposit_not_recorded" },
  ],
  [
    "tokens that left without us",
    still({ chainUnits: 0n }, books(5n, { outgoing: 4n })),
    { verdict: "different", difference: -5n, cause: "left_without_record" },
  ],
])("%s is told as such", (_name, facts, comparison) => {
  expect(compare(facts)).toEqual(comparison);
});

interface Deed {
  readonly units: bigint;
  readonly isMint: boolean;
  /** When it was begun, when the chain did it, and when the ledger knew. */
  readonly begun: number;
  readonly done: number;
  readonly told: number;
}

const deed: fc.Arbitrary<Deed> = fc
  .record({
    units: fc.bigInt({ min: 1n, max: 1_000n }),
    isMint: fc.boolean(),
    times: fc.tuple(fc.nat(100), fc.nat(100), fc.nat(100)),
  })
  .map(({ units, isMint, times }) => {
    const [begun = 0, done = 0, told = 0] = times.toSorted((left, right) => left - right);
    return { units, isMint, begun, done, told };
  });

test("whatever is under way while the chain is asked, what is merely late is not called a difference", () => {
  fc.assert(
    fc.property(
      fc.array(deed, { maxLength: 6 }),
      fc.nat(100),
      fc.nat(100),
      fc.nat(100),
      (deeds, ...moments) => {
        const [first = 0, asked = 0, second = 0] = moments.toSorted((left, right) => left - right);
        // What ends between the two looks at the books is for another look.
        fc.pre(deeds.every(({ told }) => told <= first || told > second));
        const start = 1_000_000n;
        const sum = (those: readonly Deed[]) => those.reduce((total, { units }) => total + units, 0n);
        const net = (those: readonly Deed[]) =>
          sum(those.filter(({ isMint }) => isMint)) - sum(those.filter(({ isMint }) => !isMint));
        const at = (moment: number): BookFacts => {
          const underWay = deeds.filter(({ begun, told }) => begun <= moment && told > moment);
          return books(start + net(deeds.filter(({ told }) => told <= moment)), {
            incoming: sum(underWay.filter(({ isMint }) => isMint)),
            outgoing: sum(underWay.filter(({ isMint }) => !isMint)),
          });
        };
        const chainUnits = start + net(deeds.filter(({ done }) => done <= asked));
        const facts = { subject: "supply", chainUnits, before: at(first), after: at(second) } as const;
        expect(["equal", "explained"]).toContain(compare(facts).verdict);
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

test("what is under way is added up by what it changes", () => {
  const inFlight = [
    row("mint", 5n, undefined, "anna"),
    row("burn", 2n, "anna"),
    row("transfer", 3n, "anna", "bert"),
    row("deposit", 7n, "somebody", "bert"),
    { ...row("mint", 100n, undefined, "anna"), contract: "another" },
  ];
  expect(supplyMovements(inFlight, "c")).toEqual({ incoming: 5n, depositing: 0n, outgoing: 2n });
  expect([...holderMovements(inFlight, "c")]).toEqual([
    ["anna", { incoming: 5n, depositing: 0n, outgoing: 5n }],
    ["bert", { incoming: 3n, depositing: 7n, outgoing: 0n }],
  ]);
});
