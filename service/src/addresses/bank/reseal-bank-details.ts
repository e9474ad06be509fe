import {
  type ResealDeps,
  type ResealOptions,
  resealInBatches,
  type SealedTable,
} from "../../accounts/index.ts";
import { detailsContext } from "./bank-details.ts";
import { lockDetailsAfter, type SealedDetails, updateSealedDetails } from "./store.ts";

const bankDetails: SealedTable<SealedDetails> = {
  name: "bank_details",
  contextOf: detailsContext,
  lockAfter: lockDetailsAfter,
  update: updateSealedDetails,
};

/** Wraps the details of every bank account with the current master key. */
export function resealBankDetails(deps: ResealDeps, options: ResealOptions): Promise<number> {
  return resealInBatches(deps, bankDetails, options);
}
