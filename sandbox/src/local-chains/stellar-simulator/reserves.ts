import type { AccountState, LedgerView } from "./ledger-state.ts";

/** Half a lumen per entry, as on the public network. */
export const baseReserve = 5_000_000n;

const accountEntries = 2;
const maxSubentries = 1000;

export function availableBalance(account: AccountState): bigint {
  return account.balance - minimumBalance(account);
}

/** Minimum balance (CAP-33): its own two entries and its subentries, less sponsored ones. */
function minimumBalance(account: AccountState): bigint {
  const entries = accountEntries + account.subentries + account.sponsoring - account.sponsored;
  return BigInt(entries) * baseReserve;
}

/** Sponsored account to sponsor, between begin and end of a sponsorship in one transaction. */
export type Sponsorships = Map<string, string>;

export type ReserveOutcome =
  | { readonly ok: true; readonly sponsor: string | undefined }
  | { readonly ok: false; readonly reason: "low_reserve" | "too_many_subentries" };

/** Adds a subentry (a trustline or a signer) to an account, or returns why it is not possible. */
export function addSubentry(view: LedgerView, owner: AccountState, by: Sponsorships): ReserveOutcome {
  if (owner.subentries >= maxSubentries) return { ok: false, reason: "too_many_subentries" };
  const sponsor = by.get(owner.id);
  if (sponsor === undefined) {
    if (availableBalance(owner) < baseReserve) return { ok: false, reason: "low_reserve" };
    view.putAccount({ ...owner, subentries: owner.subentries + 1 });
    return { ok: true, sponsor: undefined };
  }
  if (!sponsorEntries(view, sponsor, 1)) return { ok: false, reason: "low_reserve" };
  view.putAccount({ ...owner, subentries: owner.subentries + 1, sponsored: owner.sponsored + 1 });
  return { ok: true, sponsor };
}

export function removeSubentry(view: LedgerView, owner: AccountState, sponsor: string | undefined): void {
  const isSponsored = sponsor !== undefined;
  view.putAccount({
    ...owner,
    subentries: owner.subentries - 1,
    sponsored: owner.sponsored - (isSponsored ? 1 : 0),
  });
  const status = isSponsored ? view.account(sponsor) : undefined;
  if (status !== undefined) view.putAccount({ ...status, sponsoring: status.sponsoring - 1 });
}

/** The reserve of a new account: its own starting balance, or a sponsor. */
export function reserveAccount(
  view: LedgerView,
  created: { readonly id: string; readonly startingBalance: bigint },
  by: Sponsorships,
): ReserveOutcome {
  const sponsor = by.get(created.id);
  if (sponsor === undefined) {
    const isEnough = created.startingBalance >= BigInt(accountEntries) * baseReserve;
    return isEnough ? { ok: true, sponsor: undefined } : { ok: false, reason: "low_reserve" };
  }
  return sponsorEntries(view, sponsor, accountEntries)
    ? { ok: true, sponsor }
    : { ok: false, reason: "low_reserve" };
}

export function entriesOfAccount(sponsor: string | undefined): number {
  return sponsor === undefined ? 0 : accountEntries;
}

function sponsorEntries(view: LedgerView, sponsor: string, entries: number): boolean {
  const account = view.account(sponsor);
  if (account === undefined || availableBalance(account) < BigInt(entries) * baseReserve) return false;
  view.putAccount({ ...account, sponsoring: account.sponsoring + entries });
  return true;
}
