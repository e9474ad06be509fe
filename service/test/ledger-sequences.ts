import fc from "fast-check";
import type { LedgerAccount, Operation, Posting } from "../src/ledger/index.ts";

type HoldOperation = Extract<Operation, { readonly type: "hold" }>;

/** Fate of a step's transaction after everything was recorded in it. */
export const fates = ["committed", "rolled back", "cut off", "response lost"] as const;
export type Fate = (typeof fates)[number];

/** Some operations in one transaction, and its fate. */
export interface Step {
  readonly choices: readonly Choice[];
  readonly fate: Fate;
}

/** Numbers from which an operation is made once the existing keys and holds are known. */
interface Choice {
  readonly what:
    | "mint"
    | "burn"
    | "move"
    | "exchange"
    | "hold"
    | "post_hold"
    | "void_hold"
    | "again"
    | "misuse";
  readonly from: number;
  readonly to: number;
  readonly units: bigint;
  readonly which: number;
}

const token = { code: "USDX", scale: 6 };
const dollars = { code: "USD", scale: 2 };
const wallets: readonly LedgerAccount[] = ["ann", "bob", "cyd"].map((owner) => ({
  kind: "wallet",
  owner,
  chain: "base",
  asset: token,
}));
const supply: LedgerAccount = { kind: "supply", owner: "USDX", chain: "base", asset: token };
const reserve: LedgerAccount = { kind: "reserve", owner: "USDX", asset: dollars };
const clearing: LedgerAccount = { kind: "clearing", owner: "wire", asset: dollars };

export const modelAccounts: readonly LedgerAccount[] = [...wallets, supply, reserve, clearing];

// Funding comes before holds, and holds before closing them.
const drawnFrom: readonly Choice["what"][] = [
  "mint",
  "mint",
  "burn",
  "move",
  "exchange",
  "hold",
  "hold",
  "hold",
  "post_hold",
  "post_hold",
  "void_hold",
  "again",
  "misuse",
];
const unitsPerMint = 10n;

const maxStepOperations = 4;
const maxSteps = 12;

export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    choices: fc.array(
      fc.record({
        what: fc.constantFrom(...drawnFrom),
        from: fc.nat({ max: wallets.length - 1 }),
        to: fc.nat({ max: wallets.length - 1 }),
        units: fc.bigInt({ min: 1n, max: 60n }),
        which: fc.nat({ max: 50 }),
      }),
      { minLength: 1, maxLength: maxStepOperations },
    ),
    fate: fc.oneof(
      { weight: 6, arbitrary: fc.constant<Fate>("committed") },
      { weight: 2, arbitrary: fc.constantFrom(...fates) },
    ),
  }),
  { minLength: 1, maxLength: maxSteps },
);

/**
 * The operation for a choice. Earlier ones may be requested again, or their keys reused for something else; a hold to
 * close is mostly an open one, and sometimes any or none.
 */
export function operationFor(
  choice: Choice,
  earlier: readonly Operation[],
  openHolds: readonly string[],
): Operation {
  const { what, units } = choice;
  const key = `${what}/${earlier.length}`;
  const [from, to] = [account(choice.from), account(choice.to)];
  const past = earlier[choice.which % Math.max(1, earlier.length)];
  const holds = earlier.filter((operation) => operation.type === "hold");
  const known = holds.map((hold) => hold.key);
  const candidates = choice.which % 4 === 0 ? known : openHolds;
  const holdKey = candidates[choice.which % Math.max(1, candidates.length)] ?? "hold/none";
  const hold = holds.find((held) => held.key === holdKey);
  switch (what) {
    case "mint":
      return {
        type: "post",
        key,
        postings: [
          ...move(supply, from, units * unitsPerMint),
          ...move(clearing, reserve, units * unitsPerMint),
        ],
      };
    case "burn":
      return {
        type: "post",
        key,
        postings: [...move(from, supply, units), ...move(reserve, clearing, units)],
      };
    case "move":
      return { type: "post", key, postings: move(from, to, units) };
    case "exchange":
      return { type: "post", key, postings: [...move(from, to, units), ...move(to, from, 1n)] };
    case "hold":
      return { type: "hold", key, account: from, units };
    case "post_hold":
      return {
        type: "post_hold",
        key,
        holdKey,
        postings: move(hold?.account ?? from, to, partOf(hold, units)),
      };
    case "void_hold":
      return { type: "void_hold", key, holdKey };
    case "again":
      return past ?? { type: "hold", key, account: from, units };
    case "misuse":
      return { type: "hold", key: past?.key ?? key, account: to, units: 61n };
  }
}

function account(index: number): LedgerAccount {
  const found = wallets[index];
  if (found === undefined) throw new Error(`there is no wallet ${index}`);
  return found;
}

function move(from: LedgerAccount, to: LedgerAccount, units: bigint): readonly Posting[] {
  return [
    { account: from, units: -units },
    { account: to, units },
  ];
}

/** From one unit to one more than is held. */
function partOf(hold: HoldOperation | undefined, units: bigint): bigint {
  return hold === undefined ? units : 1n + (units % (hold.units + 1n));
}
