import { assert } from "../../kernel/assert.ts";
import type { IncomingBankPayment } from "../bank-work.ts";
import type { NachaBatch, NachaEntry } from "../nacha/nacha-file.ts";
import { returnCodeOf } from "../nacha/return-codes.ts";
import { withCheckDigit } from "../nacha/routing-digits.ts";
import { creditCode, returnCodeFor } from "../nacha/transaction-codes.ts";
import type { WriteContext } from "./write-files.ts";

export interface AchReturn {
  readonly incomingPayment: IncomingBankPayment;
  /** An ISO 20022 or Nacha reason code. */
  readonly reason: string;
  readonly settlementDate: string;
}

/** Returns incoming ACH credits, as the RDFI. */
export function returnBatchOf(
  { identity }: WriteContext,
  {
    returns,
    traces,
    number,
  }: { readonly returns: readonly AchReturn[]; readonly traces: readonly string[]; readonly number: number },
): NachaBatch {
  const ours = identity.routingNumber.slice(0, odfiLength);
  return {
    serviceClass: "220",
    companyName: identity.companyName,
    discretionaryData: "",
    companyId: identity.companyId,
    sec: "CCD",
    description: "RETURN",
    descriptiveDate: "",
    effectiveDate: returns[0]?.settlementDate,
    settlementDay: undefined,
    originatorStatus: "1",
    odfi: ours,
    number,
    entries: returns.map((due, index) => entryOf(due, { ours, traceNumber: traces[index] ?? "" })),
  };
}

const odfiLength = 8;

function entryOf(
  { incomingPayment, reason }: AchReturn,
  { ours, traceNumber }: { readonly ours: string; readonly traceNumber: string },
): NachaEntry {
  const { traceNumber: originalTrace } = incomingPayment;
  assert(originalTrace !== undefined, "an ACH credit is returned by its trace number");
  return {
    transactionCode: returnCodeFor(creditCode("checking")),
    // The trace number begins with the ODFI.
    rdfi: withCheckDigit(originalTrace.slice(0, odfiLength)),
    accountNumber: incomingPayment.accountNumber,
    amountCents: incomingPayment.amountCents,
    individualId: "",
    individualName: incomingPayment.senderName ?? "UNKNOWN",
    discretionaryData: "",
    traceNumber,
    addenda: [
      {
        type: "return",
        code: achReasonOf(reason),
        originalTrace,
        dateOfDeath: undefined,
        originalRdfi: ours,
        text: "",
        traceNumber,
      },
    ],
  };
}

/** Fallback: credit entry refused by the receiver. */
const refusedByReceiver = "R23";

const achReasons: ReadonlyMap<string, string> = new Map([
  ["AC01", "R04"],
  ["AC03", "R03"],
  ["AC04", "R02"],
  ["AC06", "R16"],
  ["AM05", "R24"],
  ["BE04", "R17"],
  ["DUPL", "R24"],
  ["FOCR", "R06"],
]);

function achReasonOf(reason: string): string {
  if (returnCodeOf(reason)?.stage === "return") return reason;
  return achReasons.get(reason) ?? refusedByReceiver;
}
