import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LedgerModel } from "../../test/ledger-model.ts";
import { type Moment, momentsOf, openBooks } from "../../test/transfer-moments.ts";
import {
  credit,
  debit,
  from,
  fusd,
  gusd,
  supply,
  to,
  transferBetween,
  wireIn,
  word,
  xusd,
  yusd,
} from "../../test/transfer-samples.ts";
import type { Transfer } from "./transfer.ts";

/** Every route, by type of source and destination. */
const routes = {
  "onramp by wire": transferBetween(wireIn(), to(fusd, "base")),
  "onramp of a received wire": transferBetween(wireIn("payment"), to(fusd, "base")),
  "onramp by debit": transferBetween(debit, to(fusd, "base", "outside")),
  offramp: transferBetween(from(fusd, "base"), credit),
  "offramp of third-party tokens": transferBetween(from(xusd, "base"), credit),
  swap: transferBetween(from(fusd, "base"), to(gusd, "solana")),
  "swap to third-party tokens": transferBetween(from(fusd, "base"), to(xusd, "base")),
  "swap from third-party tokens": transferBetween(from(xusd, "base"), to(fusd, "stellar", "outside")),
  "swap between third-party tokens": transferBetween(from(xusd, "base"), to(yusd, "solana")),
  "swap of a third-party token across chains": transferBetween(from(xusd, "base"), to(xusd, "solana")),
  bridge: transferBetween(from(fusd, "base"), to(fusd, "solana")),
  "bridge of an attested token": transferBetween(from(word, "base"), to(word, "solana")),
  "payout to a custodial address": transferBetween(from(fusd, "base"), to(fusd, "base")),
  "payout of third-party tokens": transferBetween(from(xusd, "base"), to(xusd, "base", "outside")),
  mint: transferBetween(supply(word, "base"), to(word, "base"), { resource: "token_mint" }),
  burn: transferBetween(from(word, "base"), supply(word, "base"), { resource: "token_burn" }),
  "token transfer": transferBetween(from(word, "base"), to(word, "base", "outside"), {
    resource: "token_transfer",
  }),
  "token transfer between chains": transferBetween(from(word, "base"), to(word, "solana"), {
    resource: "token_transfer",
  }),
} as const satisfies Record<string, Transfer>;
type RouteName = keyof typeof routes;
const names = Object.keys(routes) as RouteName[];

const onramp = "fees +1; reserve FUSD +99; supply FUSD base -99";
const burned = "reserve FUSD -100; supply FUSD base +100; wallet anna FUSD base -100";
const withdrawnToTreasury = "treasury -100; treasury XUSD base +100; wallet anna XUSD base -100";

/** Balance changes in each final state, for a transfer of 100 dollars with a fee of 1 dollar where fees apply. */
const table: Readonly<Record<RouteName, Readonly<Record<string, readonly string[]>>>> = {
  "onramp by wire": {
    complete: [`bank -100; ${onramp}; wallet bert FUSD base +99`],
    failed: ["", "bank -100; suspense account +100"],
    canceled: [""],
  },
  "onramp of a received wire": {
    complete: [`bank -100; ${onramp}; wallet bert FUSD base +99`],
    failed: ["bank -100; suspense account +100"],
  },
  "onramp by debit": {
    complete: [`bank -100; external FUSD base +99; ${onramp}`],
    failed: ["", "bank -100; suspense account +100"],
    canceled: [""],
  },
  offramp: {
    complete: [`bank +99; fees +1; ${burned}`],
    failed: [""],
    refund_failed: [`clearing +100; ${burned}`],
    canceled: [""],
  },
  "offramp of third-party tokens": {
    complete: [`bank +99; fees +1; ${withdrawnToTreasury}`],
    failed: [""],
    refund_failed: [`clearing +100; ${withdrawnToTreasury}`],
    canceled: [""],
  },
  swap: {
    complete: [
      "fees +1; reserve FUSD -100; reserve GUSD +99; supply FUSD base +100; supply GUSD solana -99; " +
        "wallet anna FUSD base -100; wallet bert GUSD solana +99",
    ],
    failed: [""],
    refund_failed: [`clearing +100; ${burned}`],
    canceled: [""],
  },
  "swap to third-party tokens": {
    complete: [
      "fees +1; reserve FUSD -100; supply FUSD base +100; treasury +99; treasury XUSD base -99; " +
        "wallet anna FUSD base -100; wallet bert XUSD base +99",
    ],
    failed: [""],
    refund_failed: [`clearing +100; ${burned}`],
    canceled: [""],
  },
  "swap from third-party tokens": {
    complete: [
      `external FUSD stellar +99; fees +1; reserve FUSD +99; supply FUSD stellar -99; ${withdrawnToTreasury}`,
    ],
    failed: [""],
    refund_failed: [`clearing +100; ${withdrawnToTreasury}`],
    canceled: [""],
  },
  "swap between third-party tokens": {
    // The treasury keeps the fee in tokens.
    complete: [
      "treasury XUSD base +100; treasury YUSD solana -99; wallet anna XUSD base -100; wallet bert YUSD solana +99",
    ],
    failed: [""],
    refund_failed: ["treasury XUSD base +100; wallet anna XUSD base -100"],
    canceled: [""],
  },
  "swap of a third-party token across chains": {
    complete: [
      "treasury XUSD base +100; treasury XUSD solana -99; wallet anna XUSD base -100; wallet bert XUSD solana +99",
    ],
    failed: [""],
    refund_failed: ["treasury XUSD base +100; wallet anna XUSD base -100"],
    canceled: [""],
  },
  bridge: {
    complete: [
      `supply FUSD base +100; supply FUSD solana -100; wallet anna FUSD base -100; wallet bert FUSD solana +100`,
    ],
    failed: [""],
    refund_failed: ["clearing FUSD base +100; wallet anna FUSD base -100"],
    canceled: [""],
  },
  "bridge of an attested token": {
    complete: [
      "supply WORD base +100; supply WORD solana -100; wallet anna WORD base -100; wallet bert WORD solana +100",
    ],
    failed: [""],
    refund_failed: ["clearing WORD base +100; wallet anna WORD base -100"],
    canceled: [""],
  },
  "payout to a custodial address": {
    complete: ["wallet anna FUSD base -100; wallet bert FUSD base +100"],
    failed: [""],
    canceled: [""],
  },
  "payout of third-party tokens": {
    complete: ["external XUSD base +100; wallet anna XUSD base -100"],
    failed: [""],
    canceled: [""],
  },
  mint: { complete: ["supply WORD base -100; wallet bert WORD base +100"], failed: [""] },
  burn: { complete: ["supply WORD base +100; wallet anna WORD base -100"], failed: [""] },
  "token transfer": {
    complete: ["external WORD base +100; wallet anna WORD base -100"],
    failed: [""],
  },
  "token transfer between chains": {
    complete: [
      "supply WORD base +100; supply WORD solana -100; wallet anna WORD base -100; wallet bert WORD solana +100",
    ],
    failed: [""],
    refund_failed: ["clearing WORD base +100; wallet anna WORD base -100"],
  },
};

test.each(names)("every final state has the expected balances: %s", (name) => {
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

/** Each moment in refund_failed counts as final, because a transfer may stay there for long. */
function endOf({ transfer: { state }, isEnd }: Moment): string | undefined {
  if (state.step === "refund_failed") return "refund_failed";
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

/** As in the table: without the dollar asset and its owner. */
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

describe("at every moment of every route, for any amount and fee", () => {
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

function priced(name: RouteName, { units, feeCents }: Pick<Transfer, "units" | "feeCents">): Transfer {
  const transfer = routes[name];
  const isFree = !["onramp", "offramp", "swap"].includes(transfer.flow);
  return { ...transfer, units, feeCents: isFree ? 0n : feeCents };
}

/** Tokens issued here without a matching dollar in the reserve. */
function unbacked({ model }: Moment): readonly string[] {
  const sums = new Map<string, bigint>();
  for (const [account, { posted }] of Object.entries(model.balances())) {
    const [kind, owner = ""] = account.split(" ");
    if (owner === "token-WORD" || (kind !== "reserve" && kind !== "supply")) continue;
    sums.set(owner, (sums.get(owner) ?? 0n) + (kind === "reserve" ? posted * 10_000n : posted));
  }
  return [...sums].filter(([, units]) => units !== 0n).map(([owner, units]) => `${owner} ${units}`);
}

/** Holds and clearing balances in a final state; after a failed refund they remain until it is retried. */
function leftOver({ model, transfer: { state } }: Moment): readonly string[] {
  if (state.step === "refund_failed") return [];
  const open = Object.entries(model.balances()).filter(
    ([account, { posted, held }]) => held !== 0n || (account.startsWith("clearing") && posted !== 0n),
  );
  return [...open.map(([account]) => account), ...model.openHolds()];
}
