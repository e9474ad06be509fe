import { type RewrapDeps, type RewrapOptions, rewrapInBatches } from "../../accounts/index.ts";
import { sealedTable } from "../../db/sealed-table.ts";
import { pickedContext, type SessionKey } from "../bank-links/picked-account.ts";
import { detailsContext } from "./bank-details.ts";
import type { BankDetailsKey } from "./store.ts";

const bankDetails = sealedTable<BankDetailsKey>({
  name: "bank_details",
  key: ["tenantId", "addressId"],
  contextOf: detailsContext,
});

const linkSessions = sealedTable<SessionKey>({
  name: "bank_link_sessions",
  key: ["tenantId", "id"],
  contextOf: pickedContext,
});

/** Rewraps the details of every bank account, and of picked accounts, with the current master key. */
export async function rewrapBankDetails(deps: RewrapDeps, options: RewrapOptions): Promise<number> {
  const linked = await rewrapInBatches(deps, linkSessions, options);
  return linked + (await rewrapInBatches(deps, bankDetails, options));
}
