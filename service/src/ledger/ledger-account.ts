import { assert } from "../kernel/assert.ts";
import type { Asset } from "../kernel/money.ts";

/**
 * What an account stands for: what a custodial address holds, what was minted, what left custody, fiat backing, money
 * under way, third-party tokens kept for swaps, money that nobody has claimed yet, what was earned, and what customers
 * owe.
 */
export const ledgerAccountKinds = [
  "wallet",
  "supply",
  "external",
  "reserve",
  "clearing",
  "treasury",
  "suspense",
  "fees",
  "receivable",
] as const;
export type LedgerAccountKind = (typeof ledgerAccountKinds)[number];

/** One account of the ledger. There is exactly one for each of these, and it is opened by its first record. */
export interface LedgerAccount {
  readonly kind: LedgerAccountKind;
  /** Whose it is: the id of an address, a token, a rail; undefined where the kind needs none. */
  readonly owner?: string;
  readonly chain?: string;
  readonly asset: Asset;
}

/** What a balance may be: available never below the minimum, posted never above the maximum. */
export interface BalanceLimits {
  readonly minimum?: bigint;
  readonly maximum?: bigint;
}

const neverNegative: BalanceLimits = { minimum: 0n };
const unlimited: BalanceLimits = {};

const limitsByKind: Readonly<Record<LedgerAccountKind, BalanceLimits>> = {
  wallet: neverNegative,
  // A public token is minted in the books of one tenant and may be burned in those of another: only the sum is limited.
  supply: unlimited,
  external: unlimited,
  reserve: unlimited,
  clearing: unlimited,
  treasury: neverNegative,
  suspense: neverNegative,
  fees: neverNegative,
  // What is owed makes it negative; paying back more than that is impossible.
  receivable: { maximum: 0n },
};

export function limitsOf(kind: LedgerAccountKind): BalanceLimits {
  return limitsByKind[kind];
}

const partShape = /^[\w.:-]{1,64}$/;
const maxScale = 18;

/** numeric(38,0) in the database. */
export const maxUnits: bigint = 10n ** 38n - 1n;

/** The account in one word, such as `wallet/01J8…/base/USDX`; a part that it does not have is empty. */
export function pathOf({ kind, owner = "", chain = "", asset }: LedgerAccount): string {
  return `${kind}/${owner}/${chain}/${asset.code}`;
}

export function assertNamed(account: LedgerAccount): void {
  const { owner, chain, asset } = account;
  for (const part of [owner, chain, asset.code]) {
    assert(
      part === undefined || partShape.test(part),
      "a part of a ledger account is 1 to 64 plain characters",
    );
  }
  const { scale } = asset;
  assert(Number.isInteger(scale) && scale >= 0 && scale <= maxScale, `a scale is 0 to ${maxScale}`);
}
