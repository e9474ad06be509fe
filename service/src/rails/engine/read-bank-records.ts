import type { Instant } from "../../kernel/instant.ts";
import { readIsoMessage } from "../iso20022/read-iso-message.ts";
import { readCorrectedData } from "../nacha/corrected-data.ts";
import { correctionCodeOf } from "../nacha/correction-codes.ts";
import type {
  NachaAddenda,
  NachaCorrection,
  NachaEntry,
  NachaProblem,
  NachaReading,
} from "../nacha/nacha-file.ts";
import { readNacha } from "../nacha/read-nacha.ts";
import { returnCodeOf } from "../nacha/return-codes.ts";
import type { BankRecord, FileReading } from "./bank-record.ts";
import { bankRecordsOfIso } from "./bank-records-of-iso.ts";

/** Reads a bank file by its extension: `.ach` is Nacha, `.xml` is ISO 20022. */
export function readBankRecords(name: string, bytes: Buffer, now: Instant): FileReading {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (ending === "ach") {
    const reading = readNacha(bytes);
    return reading.ok ? { ok: true, bankRecords: bankRecordsOfNacha(reading, now) } : reading;
  }
  if (ending === "xml") {
    const reading = readIsoMessage(bytes);
    return reading.ok ? { ok: true, bankRecords: bankRecordsOfIso(reading.message, now) } : reading;
  }
  const detail = "unknown file extension: expected .ach or .xml";
  return { ok: false, problems: [{ line: 1, column: 1, rule: "format", detail }] };
}

/** A Nacha file from the bank contains returns and notifications of change; incoming payments are reported by camt. */
function bankRecordsOfNacha({ file, refused }: NachaContents, at: Instant): readonly BankRecord[] {
  const problems = new Map(refused?.map(({ entry, problem }) => [entry, problem]));
  return file.batches.flatMap(({ entries }) =>
    entries.flatMap((entry) => {
      const problem = problems.get(entry);
      return problem === undefined ? bankRecordsOfEntry(entry, at) : [refusedEntry(entry, problem)];
    }),
  );
}

type NachaContents = Extract<NachaReading, { readonly ok: true }>;

function bankRecordsOfEntry(entry: NachaEntry, at: Instant): readonly BankRecord[] {
  const bankRecords = entry.addenda.flatMap((addenda) => bankRecordsOfAddenda(entry, addenda, at));
  return bankRecords.length > 0 ? bankRecords : [unexpected(entry)];
}

function bankRecordsOfAddenda(entry: NachaEntry, addenda: NachaAddenda, at: Instant): readonly BankRecord[] {
  switch (addenda.type) {
    case "payment":
    case "terminal":
    case "international":
      return [];
    // Refuses a notification of change of ours, but we send none.
    case "refused_correction": {
      const { code, changeCode, originalTrace, traceNumber } = addenda;
      const text = correctionCodeOf(code)?.reason ?? "Notification of change refused";
      const detail = `${code}: ${text}; refuses ${changeCode}; original trace number ${originalTrace}`;
      const reference = `${code}-${traceNumber}`;
      return [{ type: "question", kind: "refused_correction", reference, amountCents: undefined, detail }];
    }
    case "correction":
      return bankRecordsOfCorrection(addenda, at);
    case "return": {
      const { code, originalTrace } = addenda;
      return [
        {
          type: "returned",
          references: [originalTrace],
          returnReference: entry.traceNumber,
          amountCents: entry.amountCents,
          at,
          reason: { code, text: returnCodeOf(code)?.reason ?? "Returned" },
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

/** Corrections of the receiver's account go to the payment. Those of our own data are for the operator. */
function bankRecordsOfCorrection(correction: NachaCorrection, at: Instant): readonly BankRecord[] {
  const { code, originalTrace, traceNumber } = correction;
  const { reason: text, handling } = correctionCodeOf(code) ?? unknownChange;
  const changeReference = `${code}-${traceNumber}`;
  const question = { type: "question", reference: changeReference, amountCents: undefined } as const;
  const about = `${code}: ${text}; original trace number ${originalTrace}`;
  const corrected = readCorrectedData(code, correction.correctedData);
  const notification = {
    type: "notification_of_change",
    references: [originalTrace],
    changeReference,
    at,
    reason: { code, text },
    corrected,
  } as const;
  if (handling === "item") return [{ ...question, kind: "notification_of_change", detail: about }];
  if (corrected !== undefined || handling === "owner") return [notification];
  const detail = `${about}; the corrected data are malformed, and can be refused with C65`;
  return [notification, { ...question, kind: "malformed_correction", detail }];
}

const unknownChange = { reason: "Notification of change", handling: "item" } as const;

function unexpected({ traceNumber, amountCents, transactionCode }: NachaEntry): BankRecord {
  return {
    type: "question",
    kind: "unexpected_entry",
    reference: traceNumber,
    amountCents,
    detail: `ACH entry with transaction code ${transactionCode}, neither a return nor a notification of change`,
  };
}

function refusedEntry({ traceNumber, amountCents }: NachaEntry, problem: NachaProblem): BankRecord {
  const { line, column, rule, detail } = problem;
  return {
    type: "question",
    kind: "refused_entry",
    reference: traceNumber,
    amountCents,
    detail: `entry in line ${line} refused: ${detail} (${rule}, column ${column})`,
  };
}
