import type { Cells } from "./cells.ts";
import { aboutEntryColumns as columns } from "./columns.ts";
import type { NachaReturn } from "./nacha-file.ts";

/** What an addenda record of type 98 or 99 says of the entry that it is about. */
export type AboutEntry = Pick<NachaReturn, "code" | "originalTrace" | "originalRdfi" | "traceNumber">;

export function readAboutEntry(cells: Cells): AboutEntry {
  return {
    code: cells.text(columns.code),
    originalTrace: cells.digits(columns.originalTrace, "original trace number"),
    originalRdfi: cells.digits(columns.originalRdfi, "original receiving bank"),
    traceNumber: cells.digits(columns.traceNumber, "trace number"),
  };
}
