import {
  type RewrapDeps,
  type RewrapOptions,
  rewrapInBatches,
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

/** Rewraps the details of every bank account, and of picked accounts, with the current master key. */
export async function rewrapBankDetails(deps: RewrapDeps, options: RewrapOptions): Promise<number> {
  const linked = await rewrapInBatches(deps, linkSessions, options);
  return linked + (await rewrapInBatches(deps, bankDetails, options));
}
