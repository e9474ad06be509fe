import type { LedgerAccount, LedgerAccountKind } from "../ledger-account.ts";

/**
 * An account while the journal is read again from its beginning. There may be millions of them in memory, so this is
 * flat, and what can be computed is not kept.
 */
export interface ReplayedAccount {
  readonly number: bigint;
  /** May be anything that somebody wrote there; whoever relies on it looks first. */
  readonly kind: string;
  readonly owner: string;
  readonly chain: string;
  readonly assetCode: string;
  readonly assetScale: number;
  /** Records name it, and it is not there. */
  readonly isMissing: boolean;
  /** Null for a moment that is none. */
  readonly openedAtMicros: bigint | null;
  isOpened: boolean;
  posted: bigint;
  held: bigint;
  /** How many records name it, and how many of those do not have the hash that they must have. */
  records: number;
  wrongHashes: number;
}

export function missingAccount(number: bigint): ReplayedAccount {
  return {
    number,
    kind: "",
    owner: "",
    chain: "",
    assetCode: "",
    assetScale: 0,
    isMissing: true,
    openedAtMicros: null,
    isOpened: false,
    posted: 0n,
    held: 0n,
    records: 0,
    wrongHashes: 0,
  };
}

/** What a finding calls it. */
export function nameOfAccount(account: ReplayedAccount): string {
  const { number, kind, owner, chain, assetCode, isMissing } = account;
  return isMissing ? `account number ${number}` : `${kind}/${owner}/${chain}/${assetCode}`;
}

/** As a record's hash names it. */
export function toLedgerAccount(account: ReplayedAccount): LedgerAccount {
  const { kind, owner, chain, assetCode, assetScale } = account;
  return {
    kind: kind as LedgerAccountKind,
    owner,
    chain,
    asset: { code: assetCode, scale: assetScale },
  };
}
