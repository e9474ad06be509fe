import type { Instant } from "../../kernel/instant.ts";
import { readIsoMessage } from "../iso20022/read-iso-message.ts";
import { readNacha } from "../nacha/read-nacha.ts";
import type { FileReading } from "./bank-record.ts";
import { bankRecordsOfIso } from "./bank-records-of-iso.ts";
import { bankRecordsOfNacha } from "./bank-records-of-nacha.ts";

/** Reads a bank file by its extension: `.ach` is Nacha, `.xml` is ISO 20022. */
export function readBytes(name: string, bytes: Buffer, now: Instant): FileReading {
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
