import type { LedgerEntries } from "./ledger-entries.ts";
import { assetOf } from "./stellar-asset.ts";

/** An account can hold an asset only if it exists and has a trustline for it. */
export function opensTrustline(
  entries: LedgerEntries,
  { to, contract }: { readonly to: string; readonly contract: string },
): boolean {
  return to !== assetOf(contract).getIssuer() && entries.trustline(to, contract) === undefined;
}

export function opensAccount(entries: LedgerEntries, address: string): boolean {
  return entries.account(address) === undefined;
}
