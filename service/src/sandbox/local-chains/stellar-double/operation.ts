import { xdr } from "@stellar/stellar-sdk";
import type { AssetEvent } from "./asset-events.ts";
import type { AccountState, LedgerView } from "./ledger-state.ts";
import type { ReserveVerdict, Sponsorships } from "./reserves.ts";
import type { ThresholdLevel } from "./signatures.ts";

/** What an operation works on. */
export interface OperationContext {
  readonly view: LedgerView;
  readonly sponsorships: Sponsorships;
  readonly memo: xdr.Memo;
}

export type Applied =
  | { readonly ok: true; readonly result: xdr.OperationResult; readonly events: readonly AssetEvent[] }
  | { readonly ok: false; readonly result: xdr.OperationResult };

/** How the double judges and does one kind of operation. */
export interface OperationRule {
  readonly success: xdr.OperationResultTr;
  level(body: xdr.OperationBody): ThresholdLevel;
  /** What is wrong with it in itself, whatever the ledger holds. */
  refuse(body: xdr.OperationBody, source: string): xdr.OperationResult | undefined;
  apply(context: OperationContext, body: xdr.OperationBody, source: AccountState): Applied;
}

export function done(result: xdr.OperationResultTr, events: readonly AssetEvent[] = []): Applied {
  return { ok: true, result: xdr.OperationResult.opInner(result), events };
}

export function failed(result: xdr.OperationResultTr): Applied {
  return { ok: false, result: xdr.OperationResult.opInner(result) };
}

/** An entry that cannot be paid for; some of the reasons are the same for every operation. */
export function unreserved(
  verdict: ReserveVerdict & { readonly ok: false },
  lowReserve: xdr.OperationResultTr,
): Applied {
  return verdict.reason === "low_reserve"
    ? failed(lowReserve)
    : { ok: false, result: xdr.OperationResult.opTooManySubentries() };
}
