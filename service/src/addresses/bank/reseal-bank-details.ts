import {
  type ResealDeps,
  type ResealOptions,
  resealInBatches,
  type SealedTable,
} from "../../accounts/index.ts";
import { pickedContext } from "../bank-links/picked-account.ts";
import { lockSealedAfter, type SealedSession, updateSealedSessions } from "../bank-links/session-store.ts";
import { detailsContext } from "./bank-details.ts";
import { lockDetailsAfter, type SealedDetails, updateSealedDetails } from "./store.ts";

const bankDetails: SealedTable<SealedDetails> = {
  name: "bank_details",
  contextOf: detailsContext,
  lockAfter: lockDetailsAfter,
  update: updateSealedDetails,
};

const linkSessions: SealedTable<SealedSession> = {
  name: "bank_link_sessions",
  contextOf: pickedContext,
  lockAfter: lockSealedAfter,
  update: updateSealedSessions,
};

/** Wraps the details of every bank account, and of those about to be linked, with the current master key. */
export async function resealBankDetails(deps: ResealDeps, options: ResealOptions): Promise<number> {
  const linked = await resealInBatches(deps, linkSessions, options);
  return linked + (await resealInBatches(deps, bankDetails, options));
}
