import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LedgerModel } from "../../test/ledger-model.ts";
import { type Moment, momentsOf, openBooks } from "../../test/transfer-courses.ts";
import {
  credit,
  debit,
  from,
  fusd,
  gusd,
  to,
  transferBetween,
  wireIn,
  word,
  xusd,
  yusd,
} from "../../test/transfer-samples.ts";
import type { Transfer } from "./transfer.ts";

/** Every way that value can go, by what its two ends are. */
const ways = {
  "onramp by wire": transferBetween(wireIn(), to(fusd, "base")),
  "onramp of a wire that came": transferBetween(wireIn("payment"), to(fusd, "base")),
  "onramp by debit": transferBetween(debit, to(fusd, "base", "outside")),
  offramp: transferBetween(from(fusd, "base"), credit),
  "offramp of others'": transferBetween(from(xusd, "base"), credit),
  "swap of ours": transferBetween(from(fusd, "base"), to(gusd, "solana")),
  "swap of ours for others'": transferBetween(from(fusd, "base"), to(xusd, "base")),
  "swap of others' for ours": transferBetween(from(xusd, "base"), to(fusd, "stellar", "outside")),
  "swap of others' for others'": transferBetween(from(xusd, "base"), to(yusd, "solana")),
  "swap of others' for the same": transferBetween(from(xusd, "base"), to(xusd, "solana")),
  bridge: transferBetween(from(fusd, "base"), to(fusd, "solana")),
  "bridge of a word": transferBetween(from(word, "base"), to(word, "solana")),
  "payout inside": transferBetween(from(fusd, "base"), to(fusd, "base")),
  "payout of others' outside": transferBetween(from(xusd, "base"), to(xusd, "base", "outside")),
} as const satisfies Record<string, Transfer>;
type Way = keyof typeof ways;
const names = Object.keys(ways) as Way[];

const onramp = "fees +1; reserve FUSD +99; supply FUSD base -99";
const gone = "reserve FUSD -100; supply FUSD base +100; wallet anna FUSD base -100";
const vaulted = "treasury -100; treasury XUSD base +100; wallet anna XUSD base -100";

/** What is different at each end when a hundred dollars moved and one of them is the fee, where there are fees. */
const table: Readonly<Record<Way, Readonly<Record<string, readonly string[]>>>> = {
  "onramp by wire": {
    complete: [`bank -100; ${onramp}; wallet bert FUSD base +99`],
    failed: ["", "bank -100; suspense account +100"],
    canceled: [""],
  },
  "onramp of a wire that came": {
    complete: [`bank -100; ${onramp}; wallet bert FUSD base +99`],
    failed: ["bank -100; suspense account +100"],
  },
  "onramp by debit": {
    complete: [`bank -100; external FUSD base +99; ${onramp}`],
    failed: ["", "bank -100; suspense account +100"],
    canceled: [""],
  },
  offramp: {
    complete: [`bank +99; fees +1; ${gone}`],
    failed: [""],
    stranded: [`clearing +100; ${gone}`],
    canceled: [""],
  },
  "offramp of others'": {
    complete: [`bank +99; fees +1; ${vaulted}`],
    failed: [""],
    stranded: [`clearing +100; ${vaulted}`],
    canceled: [""],
  },
  "swap of ours": {
    complete: [
      "fees +1; reserve FUSD -100; reserve GUSD +99; supply FUSD base +100; supply GUSD solana -99; " +
        "wallet anna FUSD base -100; wallet bert GUSD solana +99",
    ],
    failed: [""],
    stranded: [`clearing +100; ${gone}`],
    canceled: [""],
  },
  "swap of ours for others'": {
    complete: [
      "fees +1; reserve FUSD -100; supply FUSD base +100; treasury +99; treasury XUSD base -99; " +
        "wallet anna FUSD base -100; wallet bert XUSD base +99",
    ],
    failed: [""],
    stranded: [`clearing +100; ${gone}`],
    canceled: [""],
  },
  "swap of others' for ours": {
    complete: [`external FUSD stellar +99; fees +1; reserve FUSD +99; supply FUSD stellar -99; ${vaulted}`],
    failed: [""],
    stranded: [`clearing +100; ${vaulted}`],
    canceled: [""],
  },
  "swap of others' for others'": {
    // The treasury keeps the fee in kind.
    complete: [
      "treasury XUSD base +100; treasury YUSD solana -99; wallet anna XUSD base -100; wallet bert YUSD solana +99",
    ],
    failed: [""],
    stranded: ["treasury XUSD base +100; wallet anna XUSD base -100"],
    canceled: [""],
  },
  "swap of others' for the same": {
    complete: [
      "treasury XUSD base +100; treasury XUSD solana -99; wallet anna XUSD base -100; wallet bert XUSD solana +99",
    ],
    failed: [""],
    stranded: ["treasury XUSD base +100; wallet anna XUSD base -100"],
    canceled: [""],
  },
  bridge: {
    complete: [
      `supply FUSD base +100; supply FUSD solana -100; wallet anna FUSD base -100; wallet bert FUSD solana +100`,
    ],
    failed: [""],
    stranded: ["clearing FUSD base +100; wallet anna FUSD base -100"],
    canceled: [""],
  },
  "bridge of a word": {
    complete: [
      "supply WORD base +100; supply WORD solana -100; wallet anna WORD base -100; wallet bert WORD solana +100",
    ],
    failed: [""],
    stranded: ["clearing WORD base +100; wallet anna WORD base -100"],
    canceled: [""],
  },
  "payout inside": {
    complete: ["wallet anna FUSD base -100; wallet bert FUSD base +100"],
    failed: [""],
    canceled: [""],
  },
  "payout of others' outside": {
    complete: ["external XUSD base +100; wallet anna XUSD base -100"],
    failed: [""],
    canceled: [""],
  },
};

test.each(names)("at every end everything is where it belongs: %s", (name) => {
  const start = priced(name, { units: 100_000_000n, feeCents: 100n });
  const ends = new Map<string, Set<string>>();
  for (const moment of momentsOf(start)) {
    const end = endOf(moment);
    if (end === undefined) continue;
    ends.set(end, (ends.get(end) ?? new Set()).add(changes(start, moment.model)));
  }
  const found = [...ends].map(([end, seen]) => [end, [...seen].toSorted()] as const);
  expect(Object.fromEntries(found)).toEqual(table[name]);
});

/** Of a stranded transfer every moment counts as one: it may stay so for long. */
function endOf({ transfer: { state }, isEnd }: Moment): string | undefined {
  if (state.step === "stranded") return "stranded";
  return isEnd || state.status === "complete" ? state.status : undefined;
}

function changes(start: Transfer, model: LedgerModel): string {
  const before = openBooks(start).balances();
  return Object.entries(model.balances())
    .map(([account, { posted }]) => [account, posted - (before[account]?.posted ?? 0n)] as const)
    .filter(([, units]) => units !== 0n)
    .map(([account, units]) => `${plainName(account)} ${units > 0n ? "+" : ""}${inDollars(account, units)}`)
    .toSorted()
    .join("; ");
}

/** As in the table: dollars and what owns them go without saying. */
function plainName(account: string): string {
  const [kind = "", owner = "", chain = "", asset = ""] = account.split(" ");
  if (kind === "external" && asset === "USD") return "bank";
  const whose = kind === "wallet" || kind === "suspense" ? [owner] : [];
  const what = kind === "reserve" ? [owner.replace("token-", "")] : asset === "USD" ? [] : [asset, chain];
  return [kind, ...whose, ...what].join(" ");
}

function inDollars(account: string, units: bigint): bigint {
  return units / (account.endsWith(" USD") ? 100n : 1_000_000n);
}

describe("at every moment of every course, whatever the amount and the fee", () => {
  const price = fc
    .record({ cents: fc.bigInt({ min: 2n, max: 100_000n }), share: fc.bigInt({ min: 0n, max: 99n }) })
    .map(({ cents, share }) => ({ units: cents * 10_000n, feeCents: (cents * share) / 100n }));

  test.each(names)("%s", (name) => {
    fc.assert(
      fc.property(price, (each) => {
        for (const moment of momentsOf(priced(name, each))) {
          expect(unbacked(moment)).toEqual([]);
          if (moment.isEnd) expect(leftOver(moment)).toEqual([]);
        }
      }),
      { numRuns: 5 },
    );
  });
});

function priced(name: Way, { units, feeCents }: Pick<Transfer, "units" | "feeCents">): Transfer {
  const transfer = ways[name];
  const isFree = transfer.flow === "bridge" || transfer.flow === "payout";
  return { ...transfer, units, feeCents: isFree ? 0n : feeCents };
}

/** Tokens of ours in the world without a dollar each in their reserve. */
function unbacked({ model }: Moment): readonly string[] {
  const sums = new Map<string, bigint>();
  for (const [account, { posted }] of Object.entries(model.balances())) {
    const [kind, owner = ""] = account.split(" ");
    if (owner === "token-WORD" || (kind !== "reserve" && kind !== "supply")) continue;
    sums.set(owner, (sums.get(owner) ?? 0n) + (kind === "reserve" ? posted * 10_000n : posted));
  }
  return [...sums].filter(([, units]) => units !== 0n).map(([owner, units]) => `${owner} ${units}`);
}

/** What is set aside or under way at an end; what is stranded still waits to be given back. */
function leftOver({ model, transfer: { state } }: Moment): readonly string[] {
  if (state.step === "stranded") return [];
  const underWay = Object.entries(model.balances()).filter(
    ([account, { posted, held }]) => held !== 0n || (account.startsWith("clearing") && posted !== 0n),
  );
  return [...underWay.map(([account]) => account), ...model.openHolds()];
}
