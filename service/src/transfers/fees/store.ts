import type { Transaction } from "../../db/database.ts";
import { transferFees } from "../tables.ts";
import type { TransferFee } from "./transfer-fee.ts";

/** Of a tenant, which has only a few: for both networks, oldest first. */
export const loadFees = transferFees.many({ by: ["tenantId"], orderBy: ["id"] });

/** Index: unique_fee_per_scope. */
export const lockFeeOf = transferFees.one({
  by: ["tenantId", "network", "accountId is", "flow", "transferType is"],
  lock: "UPDATE",
});

const all = Object.keys(transferFees.columns) as readonly (keyof TransferFee)[];

// A concurrent insert of the same fee blocks here, and the last write wins.
const upsert = transferFees.insert({
  onConflict: `ON CONSTRAINT unique_fee_per_scope DO UPDATE
    SET flat_cents = excluded.flat_cents, basis_points = excluded.basis_points,
        minimum_cents = excluded.minimum_cents, maximum_cents = excluded.maximum_cents,
        updated_at = excluded.updated_at`,
  returning: all,
});

/** The stored fee; an existing one keeps its id. */
export async function saveFee(tx: Transaction, fee: TransferFee): Promise<TransferFee | undefined> {
  return (await upsert(tx, fee))[0];
}

/** The deleted fees: one, or none. */
export const deleteFee = transferFees.remove({ by: ["tenantId", "id"], returning: all });
