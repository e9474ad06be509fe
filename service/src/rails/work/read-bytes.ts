import type { Instant } from "../../kernel/instant.ts";
import { readIsoMessage } from "../iso20022/read-iso-message.ts";
import { readNacha } from "../nacha/read-nacha.ts";
import type { FileReading } from "./claim.ts";
import { claimsOfIso } from "./claims-of-iso.ts";
import { claimsOfNacha } from "./claims-of-nacha.ts";

/** Reads a file of the bank by its ending: `.ach` is Nacha, `.xml` is ISO 20022. */
export function readBytes(name: string, bytes: Buffer, now: Instant): FileReading {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (ending === "ach") {
    const reading = readNacha(bytes);
    return reading.ok ? { ok: true, claims: claimsOfNacha(reading.file, now) } : reading;
  }
  if (ending === "xml") {
    const reading = readIsoMessage(bytes);
    return reading.ok ? { ok: true, claims: claimsOfIso(reading.message, now) } : reading;
  }
  const detail = "the name of the file ends neither in .ach nor in .xml";
  return { ok: false, problems: [{ line: 1, column: 1, rule: "format", detail }] };
}
