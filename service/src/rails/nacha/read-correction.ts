import type { Cells } from "./cells.ts";
import { aboutEntryColumns, correctionColumns, refusedCorrectionColumns } from "./columns.ts";
import { correctionCodeOf } from "./correction-codes.ts";
import type { NachaAddenda } from "./nacha-file.ts";
import { type AboutEntry, readAboutEntry } from "./read-about-entry.ts";

/** Addenda of type 98. */
export function readCorrection(cells: Cells): NachaAddenda {
  const about = readAboutEntry(cells);
  const known = correctionCodeOf(about.code);
  if (known === undefined) {
    cells.refuse(aboutEntryColumns.code, "correction-code", "unknown change code");
  }
  return known?.stage === "refused" ? readRefused(cells, about) : readPlain(cells, about);
}

function readPlain(cells: Cells, about: AboutEntry): NachaAddenda {
  cells.reserved(correctionColumns.reserved);
  cells.reserved(correctionColumns.reservedToo);
  const correctedData = cells.mandatory(correctionColumns.correctedData, "corrected data");
  return { type: "correction", ...about, correctedData };
}

function readRefused(cells: Cells, about: AboutEntry): NachaAddenda {
  const columns = refusedCorrectionColumns;
  cells.reserved(columns.reserved);
  cells.reserved(columns.reservedToo);
  const changeCode = cells.text(columns.changeCode);
  if (correctionCodeOf(changeCode)?.stage !== "correction") {
    cells.refuse(columns.changeCode, "correction-code", "refused change code must be C01 to C14");
  }
  return {
    type: "refused_correction",
    ...about,
    correctedData: cells.trimmed(columns.correctedData),
    changeCode,
    changeTraceSequence: cells.digits(columns.changeTraceSequence, "trace sequence number of the correction"),
  };
}
