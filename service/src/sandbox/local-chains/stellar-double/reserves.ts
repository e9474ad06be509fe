import type { AccountState, LedgerView } from "./ledger-state.ts";

/** Half a lumen for each entry, as on the public network. */
export const baseReserve = 5_000_000n;

const accountEntries = 2;
const maxSubentries = 1000;

export function availableBalance(account: AccountState): bigint {
  return account.balance - minimumBalance(account);
}

/** What an account must keep (CAP-33): its own two entries and its subentries, less what others stand for. */
function minimumBalance(account: AccountState): bigint {
  const entries = accountEntries + account.subentries + account.sponsoring - account.sponsored;
  return BigInt(entries) * baseReserve;
}

/** Who stands for the reserves of whom, between begin and end of a sponsorship in one transaction. */
export type Sponsorships = Map<string, string>;

export type ReserveVerdict =
  | { readonly ok: true; readonly sponsor: string | undefined }
  | { readonly ok: false; readonly reason: "low_reserve" | "too_many_subentries" };

/** Counts one more subentry (a trustline or a signer) of an account, or says why it cannot be had. */
export function addSubentry(view: LedgerView, owner: AccountState, by: Sponsorships): ReserveVerdict {
  if (owner.subentries >= maxSubentries) return { ok: false, reason: "too_many_subentries" };
  const sponsor = by.get(owner.id);
  if (sponsor === undefined) {
    if (availableBalance(owner) < baseReserve) return { ok: false, reason: "low_reserve" };
    view.putAccount({ ...owner, subentries: owner.subentries + 1 });
    return { ok: true, sponsor: undefined };
  }
  if (!stand(view, sponsor, 1)) return { ok: false, reason: "low_reserve" };
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
  const standing = isSponsored ? view.account(sponsor) : undefined;
  if (standing !== undefined) view.putAccount({ ...standing, sponsoring: standing.sponsoring - 1 });
}

/** The reserve of a new account: its own starting balance, or somebody who stands for it. */
export function reserveAccount(
  view: LedgerView,
  created: { readonly id: string; readonly startingBalance: bigint },
  by: Sponsorships,
): ReserveVerdict {
  const sponsor = by.get(created.id);
  if (sponsor === undefined) {
    const isEnough = created.startingBalance >= BigInt(accountEntries) * baseReserve;
    return isEnough ? { ok: true, sponsor: undefined } : { ok: false, reason: "low_reserve" };
  }
  return stand(view, sponsor, accountEntries) ? { ok: true, sponsor } : { ok: false, reason: "low_reserve" };
}

export function entriesOfAccount(sponsor: string | undefined): number {
  return sponsor === undefined ? 0 : accountEntries;
}

function stand(view: LedgerView, sponsor: string, entries: number): boolean {
  const account = view.account(sponsor);
  if (account === undefined || availableBalance(account) < BigInt(entries) * baseReserve) return false;
  view.putAccount({ ...account, sponsoring: account.sponsoring + entries });
  return true;
}
