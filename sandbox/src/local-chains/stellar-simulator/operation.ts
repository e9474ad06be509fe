import { xdr } from "@stellar/stellar-base";
import type { AssetEvent } from "./asset-events.ts";
import type { AccountState, LedgerView } from "./ledger-state.ts";
import type { ReserveOutcome, Sponsorships } from "./reserves.ts";
import type { ThresholdLevel } from "./signatures.ts";

/** Inputs of an operation. */
export interface OperationContext {
  readonly view: LedgerView;
  readonly sponsorships: Sponsorships;
  readonly memo: xdr.Memo;
}

export type Applied =
  | { readonly ok: true; readonly result: xdr.OperationResult; readonly events: readonly AssetEvent[] }
  | { readonly ok: false; readonly result: xdr.OperationResult };

/** Validation and application of one kind of operation. */
export interface OperationRule {
  readonly success: xdr.OperationResultTr;
  level(body: xdr.OperationBody): ThresholdLevel;
  /** Stateless validation, independent of the ledger. */
  refuse(body: xdr.OperationBody, source: string): xdr.OperationResult | undefined;
  apply(context: OperationContext, body: xdr.OperationBody, source: AccountState): Applied;
}

export function done(result: xdr.OperationResultTr, events: readonly AssetEvent[] = []): Applied {
  return { ok: true, result: xdr.OperationResult.opInner(result), events };
}

export function failed(result: xdr.OperationResultTr): Applied {
  return { ok: false, result: xdr.OperationResult.opInner(result) };
}

/** Result for an entry without reserve; too many subentries has the same result code for every operation. */
export function unreserved(
  outcome: ReserveOutcome & { readonly ok: false },
  lowReserve: xdr.OperationResultTr,
): Applied {
  return outcome.reason === "low_reserve"
    ? failed(lowReserve)
    : { ok: false, result: xdr.OperationResult.opTooManySubentries() };
}
