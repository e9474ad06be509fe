import { assert } from "../../kernel/assert.ts";
import type { BankIdentity } from "../bank.ts";
import type { NewReturnEntry } from "../bank-work.ts";
import { bankDateOf, timeOfDayOf } from "../calendar/new-york.ts";
import type { NachaBatch, NachaEntry, NachaFileHeader } from "../nacha/nacha-file.ts";
import { retryRule, returnCodeOf } from "../nacha/return-codes.ts";
import { withCheckDigit } from "../nacha/routing-digits.ts";
import { creditCode, debitCode, prenoteCode, returnCodeFor } from "../nacha/transaction-codes.ts";
import { writeNacha } from "../nacha/write-nacha.ts";
import { purposeOf } from "../purpose.ts";
import { isDebit, railOf } from "../rail.ts";
import { referenceAsSent } from "../reference-as-sent.ts";
import {
  allFiles,
  type DueEntry,
  groupedBy,
  type WriteContext,
  type WrittenFile,
  type WrittenFiles,
  writeOrHalve,
} from "./write-files.ts";

/** One file for the entries of a window, and a separate file for returns. */
export function writeAchFiles(context: WriteContext, due: readonly DueEntry[]): WrittenFiles {
  const windows = groupedBy(due, ({ row, content }) =>
    [content.kind, isSameDay(row), row.times.settlementDate].join("/"),
  );
  return allFiles(windows.map((entries) => writeOrHalve(entries, (subset) => writeAchFile(context, subset))));
}

function writeAchFile(context: WriteContext, due: readonly DueEntry[]): WrittenFile {
  const { newId, numbers } = context;
  const groups = groupedBy(due, batchKeyOf);
  const traces = numbers.takeTraces(due.length);
  let used = 0;
  const batches = groups.map((group, index): NachaBatch => {
    const ours = traces.slice(used, used + group.length);
    used += group.length;
    return batchOf(context, { group, traces: ours, number: index + 1 });
  });
  const bytes = writeNacha({ header: headerOf(context), batches });
  const id = newId<"bank-file">();
  const filed = groups.flat().map(({ row: { tenantId, id: entryId } }, index) => ({
    tenantId,
    id: entryId,
    fileId: id,
    traceNumber: traces[index],
    uetr: undefined,
  }));
  return { id, name: `${id}.ach`, bytes, entries: filed };
}

function headerOf({ identity, now, numbers }: WriteContext): NachaFileHeader {
  const { createdAt, modifier } = numbers.takeStamp(now);
  return {
    destination: identity.routingNumber,
    origin: identity.companyId,
    createdOn: bankDateOf(createdAt),
    createdAt: timeOfDayOf(createdAt),
    modifier,
    destinationName: identity.bankName,
    originName: identity.companyName,
    referenceCode: "",
  };
}

/** Fields of the batch header: payer, description, SEC code and direction. */
function batchKeyOf({ row, content }: DueEntry): string {
  if (content.kind === "return") return "return";
  return JSON.stringify([
    isDebitEntry({ row, content }),
    secOf(content),
    content.statement.name,
    descriptionOf(row, content),
  ]);
}

interface Batch {
  readonly group: readonly DueEntry[];
  readonly traces: readonly string[];
  readonly number: number;
}

function batchOf({ identity }: WriteContext, { group, traces, number }: Batch): NachaBatch {
  const [first] = group;
  assert(first !== undefined, "a batch has entries");
  const { row, content } = first;
  const common = {
    discretionaryData: "",
    companyId: identity.companyId,
    effectiveDate: row.times.settlementDate,
    settlementDay: undefined,
    originatorStatus: "1",
    odfi: identity.routingNumber.slice(0, odfiLength),
    number,
    entries: group.map((due, index) => entryOf(identity, due, traces[index] ?? "")),
  };
  if (content.kind === "return") {
    // We return incoming ACH credits as the RDFI.
    const { companyName } = identity;
    return {
      ...common,
      serviceClass: "220",
      companyName,
      sec: "CCD",
      description: "RETURN",
      descriptiveDate: "",
    };
  }
  return {
    ...common,
    serviceClass: isDebitEntry(first) ? "225" : "220",
    companyName: content.statement.name,
    sec: secOf(content),
    description: descriptionOf(row, content),
    descriptiveDate: descriptiveDateOf(row),
  };
}

type PaymentContent = Extract<DueEntry["content"], { readonly kind: "payment" }>;

function isDebitEntry({ row, content }: DueEntry): boolean {
  const prenote = content.kind === "payment" ? content.prenote : undefined;
  return prenote === undefined ? isDebit(row.rail) : prenote === "debit";
}

const odfiLength = 8;

function entryOf(identity: BankIdentity, { row, content }: DueEntry, traceNumber: string): NachaEntry {
  if (content.kind === "return") return returnEntryOf(identity, content, traceNumber);
  const { counterparty, statement } = content;
  const text = referenceAsSent(row.rail, statement.reference);
  return {
    transactionCode: transactionCodeOf(row, content),
    rdfi: counterparty.routingNumber,
    accountNumber: counterparty.accountNumber,
    amountCents: row.amountCents,
    // As much of our id as fits, to find the payment by it.
    individualId: row.id.slice(-individualIdLength),
    individualName: counterparty.name,
    discretionaryData: "",
    traceNumber,
    addenda: text === undefined ? [] : [{ type: "payment", text }],
  };
}

const individualIdLength = 15;

function transactionCodeOf(
  row: DueEntry["row"],
  { counterparty: { accountType }, prenote }: PaymentContent,
): string {
  if (prenote !== undefined) return prenoteCode(prenote, accountType);
  return isDebit(row.rail) ? debitCode(accountType) : creditCode(accountType);
}

function returnEntryOf(
  { routingNumber }: BankIdentity,
  { incomingPayment, reason }: Pick<NewReturnEntry, "incomingPayment" | "reason">,
  traceNumber: string,
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
        originalRdfi: routingNumber.slice(0, odfiLength),
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

/** Nacha: PPD for consumer accounts, CCD for companies. If the holder is not known, the purpose decides. */
function secOf({ counterparty: { holder }, statement: { purpose } }: PaymentContent): string {
  if (holder !== undefined) return holder === "individual" ? "PPD" : "CCD";
  return purpose !== undefined && purposeOf(purpose).isForIndividuals === true ? "PPD" : "CCD";
}

const descriptionLength = 10;
/** Descriptions reserved by Nacha, which our payments don't use. Micro deposits use ACCTVERIFY, as required. */
const reserved: ReadonlySet<string> = new Set([
  "REVERSAL",
  "RECLAIM",
  "NONSETTLED",
  retryRule.description,
  "RETURN FEE",
  "REDEPCHECK",
  "NO CHECK",
  "AUTOENROLL",
  "HCCLAIMPMT",
]);

function descriptionOf(row: DueEntry["row"], content: PaymentContent): string {
  const { memo, purpose } = content.statement;
  const direction = isDebitEntry({ row, content }) ? "debit" : "credit";
  const given = memo ?? (purpose && purposeOf(purpose)[direction]) ?? "";
  const text = given.trim().slice(0, descriptionLength).trim();
  return text === "" || reserved.has(text.toUpperCase()) ? "PAYMENT" : text;
}

function isSameDay({ rail }: DueEntry["row"]): boolean {
  return railOf(rail).schedule === "same_day_ach";
}

/** Nacha: `SD` and the requested settlement time, for same-day entries. */
function descriptiveDateOf(row: DueEntry["row"]): string {
  return isSameDay(row) ? `SD${timeOfDayOf(row.times.settlesAt).replace(":", "")}` : "";
}
