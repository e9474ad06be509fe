import type { Instant } from "../../kernel/instant.ts";
import { correctionCodeOf } from "../nacha/correction-codes.ts";
import type { NachaAddenda, NachaEntry, NachaFile } from "../nacha/nacha-file.ts";
import { returnCodeOf } from "../nacha/return-codes.ts";
import type { BankRecord } from "./bank-record.ts";

/** A Nacha file from the bank contains returns and notifications of change; incoming payments are reported by camt. */
export function bankRecordsOfNacha(file: NachaFile, at: Instant): readonly BankRecord[] {
  return file.batches.flatMap(({ entries }) => entries.flatMap((entry) => bankRecordsOfEntry(entry, at)));
}

function bankRecordsOfEntry(entry: NachaEntry, at: Instant): readonly BankRecord[] {
  const bankRecords = entry.addenda.flatMap((addenda) => bankRecordOfAddenda(entry, addenda, at));
  return bankRecords.length > 0 ? bankRecords : [unexpected(entry)];
}

function bankRecordOfAddenda(entry: NachaEntry, addenda: NachaAddenda, at: Instant): readonly BankRecord[] {
  switch (addenda.type) {
    case "payment":
    case "terminal":
    case "international":
    // Refuses a notification of change of ours, but we send none: the entry is unexpected.
    case "refused_correction":
      return [];
    case "correction": {
      const { code, originalTrace, traceNumber } = addenda;
      const text = correctionCodeOf(code)?.reason ?? "Notification of change";
      const correctionReference = `${code}-${traceNumber}`;
      return [
        { type: "corrected", references: [originalTrace], correctionReference, at, reason: { code, text } },
      ];
    }
    case "return": {
      const { code, originalTrace } = addenda;
      const text = returnCodeOf(code)?.reason ?? "Returned";
      return [
        {
          type: "returned",
          references: [originalTrace],
          returnReference: entry.traceNumber,
          amountCents: entry.amountCents,
          at,
          reason: { code, text },
        },
      ];
    }
    case "dishonored_return":
    case "contested_return":
      return [
        {
          type: "question",
          kind: addenda.type,
          reference: `${addenda.code}-${entry.traceNumber}`,
          amountCents: entry.amountCents,
          detail: `${addenda.code}: ${returnCodeOf(addenda.code)?.reason ?? "unknown reason"}; original trace number ${addenda.originalTrace}`,
        },
      ];
  }
}

function unexpected({ traceNumber, amountCents, transactionCode }: NachaEntry): BankRecord {
  return {
    type: "question",
    kind: "unexpected_entry",
    reference: traceNumber,
    amountCents,
    detail: `ACH entry with transaction code ${transactionCode}, neither a return nor a notification of change`,
  };
}
