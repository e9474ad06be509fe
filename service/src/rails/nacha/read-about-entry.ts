import type { Cells } from "./cells.ts";
import { aboutEntryColumns as columns } from "./columns.ts";
import type { NachaReturn } from "./nacha-file.ts";

/** Reads the reference to the original entry from an addenda record of type 98 or 99. */
export type AboutEntry = Pick<NachaReturn, "code" | "originalTrace" | "originalRdfi" | "traceNumber">;

export function readAboutEntry(cells: Cells): AboutEntry {
  return {
    code: cells.text(columns.code),
    originalTrace: cells.digits(columns.originalTrace, "original entry trace number"),
    originalRdfi: cells.digits(columns.originalRdfi, "original receiving DFI identification"),
    traceNumber: cells.digits(columns.traceNumber, "trace number"),
  };
}
