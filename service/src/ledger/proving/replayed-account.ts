import type { LedgerAccount, LedgerAccountKind } from "../ledger-account.ts";

/**
 * An account during a replay. There may be millions in memory, so it is flat, and nothing that can be computed is
 * stored.
 */
export interface ReplayedAccount {
  readonly number: bigint;
  /** May contain any tampered value; validate before use. */
  readonly kind: string;
  readonly owner: string;
  readonly chain: string;
  readonly assetCode: string;
  readonly assetScale: number;
  /** Named by records, but does not exist. */
  readonly isMissing: boolean;
  /** Null if it is not a valid instant. */
  readonly openedAtMicros: bigint | undefined;
  isOpened: boolean;
  posted: bigint;
  held: bigint;
  /** Number of records that name it, and how many of them have a wrong hash. */
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
    openedAtMicros: undefined,
    isOpened: false,
    posted: 0n,
    held: 0n,
    records: 0,
    wrongHashes: 0,
  };
}

/** Name of the account in findings. */
export function nameOfAccount(account: ReplayedAccount): string {
  const { number, kind, owner, chain, assetCode, isMissing } = account;
  return isMissing ? `account number ${number}` : `${kind}/${owner}/${chain}/${assetCode}`;
}

/** Name of the account in hashes. */
export function toLedgerAccount(account: ReplayedAccount): LedgerAccount {
  const { kind, owner, chain, assetCode, assetScale } = account;
  return {
    kind: kind as LedgerAccountKind,
    owner,
    chain,
    asset: { code: assetCode, scale: assetScale },
  };
}
