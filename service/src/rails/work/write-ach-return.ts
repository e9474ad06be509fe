import { assert } from "../../kernel/assert.ts";
import type { BankReceipt } from "../bank-work.ts";
import type { NachaBatch, NachaEntry } from "../nacha/nacha-file.ts";
import { returnCodeOf } from "../nacha/return-codes.ts";
import { withCheckDigit } from "../nacha/routing-digits.ts";
import { creditCode, returnCodeFor } from "../nacha/transaction-codes.ts";
import type { WriteContext } from "./write-files.ts";

export interface AchReturn {
  readonly receipt: BankReceipt;
  /** Of ISO 20022, or of Nacha. */
  readonly reason: string;
  readonly settlementDate: string;
}

/** ACH credits that go back to where they came from: as the bank that received them returns them. */
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
    entries: returns.map((one, index) => entryOf(one, { ours, traceNumber: traces[index] ?? "" })),
  };
}

const odfiLength = 8;

function entryOf(
  { receipt, reason }: AchReturn,
  { ours, traceNumber }: { readonly ours: string; readonly traceNumber: string },
): NachaEntry {
  const { traceNumber: originalTrace } = receipt;
  assert(originalTrace !== undefined, "an ACH credit is given back by its trace number");
  return {
    transactionCode: returnCodeFor(creditCode("checking")),
    // The trace number begins with the bank that sent it.
    rdfi: withCheckDigit(originalTrace.slice(0, odfiLength)),
    accountNumber: receipt.accountNumber,
    amountCents: receipt.amountCents,
    individualId: "",
    individualName: receipt.senderName ?? "UNKNOWN",
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

/** The receiver does not want the credit: what is said when nothing fits better. */
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
