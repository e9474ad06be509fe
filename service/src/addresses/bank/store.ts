import type { RowOf } from "../../db/table.ts";
import { bankDetails } from "../tables.ts";

export type BankDetailsKey = Pick<RowOf<typeof bankDetails>, "tenantId" | "addressId">;

/**
 * False if the account already has this bank account. Waits for a concurrent insert of the same one, and then inserts
 * nothing.
 */
export const insertDetails = bankDetails.insert({
  onConflict: "ON CONSTRAINT unique_bank_account_number DO NOTHING",
});

/** Index: unique_bank_account_number. */
export const selectDetailsByNumber = bankDetails.one({
  by: ["tenantId", "numberIndex"],
  columns: ["addressId"],
});

export const selectSealedDetails = bankDetails.many({
  by: ["tenantId", "addressId[]"],
  columns: ["tenantId", "addressId", "sealed", "needsUpdate"],
});

/** The receiving bank sent corrected account data: the owner must check these bank accounts. */
export const markNeedsUpdate = bankDetails.update({
  by: ["tenantId", "addressId", "network"],
  setText: "needs_update = true",
});

/** The receiving bank corrected the account. */
export const updateDetails = bankDetails.update({
  by: ["tenantId", "addressId"],
  set: ["sealed", "numberIndex"],
});

/** The account itself is the same. */
export const replaceDetails = bankDetails.update({ by: ["tenantId", "addressId"], set: ["sealed"] });

/** The owner has authorized debits of the same account again. */
export const confirmDetails = bankDetails.update({
  by: ["tenantId", "addressId"],
  setText: "needs_update = false",
});

/** The owner has linked the bank account again, with current data from the bank. */
export const renewDetails = bankDetails.update({
  by: ["tenantId", "addressId"],
  set: ["sealed"],
  setText: "needs_update = false",
});
