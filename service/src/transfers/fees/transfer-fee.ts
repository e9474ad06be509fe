import type { RowOf } from "../../db/table.ts";
import type { Id } from "../../kernel/id.ts";
import type { transferFees } from "../tables.ts";

export type FeeId = Id<"transfer-fee">;

/** Flows that can have a fee. */
export const feeFlows = ["onramp", "offramp", "swap"] as const;
export type FeeFlow = (typeof feeFlows)[number];

export type TransferFee = RowOf<typeof transferFees>;

/** A flat amount plus a share of the amount, within bounds. */
export type FeePrice = Pick<TransferFee, "flatCents" | "basisPoints" | "minimumCents" | "maximumCents">;

/** All fees of a tenant. */
export type FeeSchedule = readonly TransferFee[];

export const mostBasisPoints = 10_000;
