import type { Instant } from "../../kernel/instant.ts";
import { readIsoMessage } from "../iso20022/read-iso-message.ts";
import { correctionCodeOf } from "../nacha/correction-codes.ts";
import type { NachaAddenda, NachaEntry, NachaFile } from "../nacha/nacha-file.ts";
import { readNacha } from "../nacha/read-nacha.ts";
import { returnCodeOf } from "../nacha/return-codes.ts";
import type { BankRecord, FileReading } from "./bank-record.ts";
import { bankRecordsOfIso } from "./bank-records-of-iso.ts";

/** Reads a bank file by its extension: `.ach` is Nacha, `.xml` is ISO 20022. */
export function readBankRecords(name: string, bytes: Buffer, now: Instant): FileReading {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (ending === "ach") {
    const reading = readNacha(bytes);
    return reading.ok ? { ok: true, bankRecords: bankRecordsOfNacha(reading.file, now) } : reading;
  }
  if (ending === "xml") {
    const reading = readIsoMessage(bytes);
    return reading.ok ? { ok: true, bankRecords: bankRecordsOfIso(reading.message, now) } : reading;
  }
  const detail = "unknown file extension: expected .ach or .xml";
  return { ok: false, problems: [{ line: 1, column: 1, rule: "format", detail }] };
}

/** A Nacha file from the bank contains returns and notifications of change; incoming payments are reported by camt. */
function bankRecordsOfNacha(file: NachaFile, at: Instant): readonly BankRecord[] {
  return file.batches.flatMap(({ entries }) => entries.flatMap((entry) => bankRecordsOfEntry(entry, at)));
}

function bankRecordsOfEntry(entry: NachaEntry, at: Instant): readonly BankRecord[] {
  const bankRecords = entry.addenda.flatMap((addenda) => bankRecordOfAddenda(entry, addenda, at) ?? []);
  return bankRecords.length > 0 ? bankRecords : [unexpected(entry)];
}

function bankRecordOfAddenda(entry: NachaEntry, addenda: NachaAddenda, at: Instant): BankRecord | undefined {
  switch (addenda.type) {
    case "payment":
    case "terminal":
    case "international":
    // Refuses a notification of change of ours, but we send none: the entry is unexpected.
    case "refused_correction":
      return undefined;
    case "correction": {
      const { code, originalTrace, traceNumber } = addenda;
      return {
        type: "notification_of_change",
        references: [originalTrace],
        changeReference: `${code}-${traceNumber}`,
        at,
        reason: { code, text: correctionCodeOf(code)?.reason ?? "Notification of change" },
      };
    }
    case "return": {
      const { code, originalTrace } = addenda;
      return {
        type: "returned",
        references: [originalTrace],
        returnReference: entry.traceNumber,
        amountCents: entry.amountCents,
        at,
        reason: { code, text: returnCodeOf(code)?.reason ?? "Returned" },
      };
    }
    case "dishonored_return":
    case "contested_return":
      return {
        type: "question",
        kind: addenda.type,
        reference: `${addenda.code}-${entry.traceNumber}`,
        amountCents: entry.amountCents,
        detail: `${addenda.code}: ${returnCodeOf(addenda.code)?.reason ?? "unknown reason"}; original trace number ${addenda.originalTrace}`,
      };
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
