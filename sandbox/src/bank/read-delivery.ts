import {
  type BankFile,
  type BankReason,
  type IsoMessage,
  type NachaFile,
  readIsoMessage,
  readNacha,
} from "@florin/service/sandbox-ports";

/** A received file, as far as it can be parsed. */
export type Delivered =
  | { readonly type: "nacha"; readonly file: NachaFile }
  | { readonly type: "message"; readonly message: IsoMessage }
  | { readonly type: "unreadable"; readonly reason: BankReason };

/** The file extension determines the format. */
export function readDelivery({ name, bytes }: BankFile): Delivered {
  if (name.endsWith(".ach")) {
    const reading = readNacha(bytes);
    return reading.ok ? { type: "nacha", file: reading.file } : unreadable(reading.problems);
  }
  if (name.endsWith(".xml")) {
    const reading = readIsoMessage(bytes);
    return reading.ok ? { type: "message", message: reading.message } : unreadable(reading.problems);
  }
  return unreadable([]);
}

interface Problem {
  readonly line: number;
  readonly rule: string;
}

/** Line and rule of the first error, never its contents. */
function unreadable([first]: readonly Problem[]): Delivered {
  const text = first === undefined ? "unknown file format" : `line ${first.line} violates ${first.rule}`;
  return { type: "unreadable", reason: { code: "FF01", text } };
}
