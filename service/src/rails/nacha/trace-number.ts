import { assert } from "../../kernel/assert.ts";

/** Fifteen digits: eight of the ODFI, and a sequence number of seven. */
export function traceNumberOf(odfi: string, sequence: number): string {
  assert(/^[0-9]{8}$/.test(odfi), "a trace number begins with the eight digits of the ODFI");
  assert(
    Number.isInteger(sequence) && sequence >= 0 && sequence <= maxTraceSequence,
    "the sequence number of a trace number has at most seven digits",
  );
  return `${odfi}${String(sequence).padStart(7, "0")}`;
}

export const maxTraceSequence = 9_999_999;
