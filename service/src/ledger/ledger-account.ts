import { assert } from "../kernel/assert.ts";
import type { Asset } from "../kernel/money.ts";

/**
 * Account kinds: balances of custodial addresses, minted supply, external holders, fiat reserves, money in clearing,
 * third-party tokens for swaps, unmatched money in suspense, earned fees, receivables from customers, and expenses.
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
  "expense",
] as const;
export type LedgerAccountKind = (typeof ledgerAccountKinds)[number];

/** A ledger account. There is exactly one per combination, opened by its first record. */
export interface LedgerAccount {
  readonly kind: LedgerAccountKind;
  /** Owner: the id of an address, token or rail; undefined if the kind needs none. */
  readonly owner?: string;
  readonly chain?: string;
  readonly asset: Asset;
}

/** Limits of a balance: available never below the minimum, posted never above the maximum. */
export interface BalanceLimits {
  readonly minimum?: bigint;
  readonly maximum?: bigint;
}

const neverNegative: BalanceLimits = { minimum: 0n };
const unlimited: BalanceLimits = {};

const limitsByKind: Readonly<Record<LedgerAccountKind, BalanceLimits>> = {
  wallet: neverNegative,
  // A public token may be minted in one tenant's journal and burned in another's: only the sum is limited.
  supply: unlimited,
  external: unlimited,
  reserve: unlimited,
  clearing: unlimited,
  treasury: neverNegative,
  suspense: neverNegative,
  fees: neverNegative,
  // A receivable is negative; more than what is owed cannot be repaid.
  receivable: { maximum: 0n },
  // What was spent, as a negative balance; a returned payment gives it back, also one that was booked elsewhere.
  expense: unlimited,
};

export function limitsOf(kind: LedgerAccountKind): BalanceLimits {
  return limitsByKind[kind];
}

const partShape = /^[\w.:-]{1,64}$/;
const maxScale = 18;

/** numeric(38,0) in the database. */
export const maxUnits: bigint = 10n ** 38n - 1n;

/** The path of an account, such as `wallet/01J8…/base/USDX`; missing parts are empty. */
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
