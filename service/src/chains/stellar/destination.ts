import type { LedgerEntries } from "./ledger-entries.ts";
import { assetOf } from "./stellar-asset.ts";

/** Before an account can hold an asset it must exist and must have said that it will. */
export function opensTrustline(
  entries: LedgerEntries,
  { to, contract }: { readonly to: string; readonly contract: string },
): boolean {
  return to !== assetOf(contract).getIssuer() && entries.trustline(to, contract) === undefined;
}

export function opensAccount(entries: LedgerEntries, address: string): boolean {
  return entries.account(address) === undefined;
}
