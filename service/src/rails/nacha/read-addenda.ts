import { type Cells, cellsOf } from "./cells.ts";
import {
  addendaTypeColumns,
  internationalAddendaColumns,
  paymentAddendaColumns,
  terminalAddendaColumns,
} from "./columns.ts";
import type { NachaAddenda } from "./nacha-file.ts";
import type { ProblemList } from "./problem-list.ts";
import { readCorrection } from "./read-correction.ts";
import { readReturn } from "./read-return.ts";
import type { NachaRecord } from "./split-records.ts";

/** The addenda of one entry. A record of unknown type is reported and skipped. */
export function readAddenda(
  records: readonly NachaRecord[],
  entryTrace: string | undefined,
  problems: ProblemList,
): readonly NachaAddenda[] {
  const counted = new Map<string, number>();
  return records.flatMap((record) => {
    const cells = cellsOf(record, problems);
    const typeCode = cells.text(addendaTypeColumns);
    const ordinal = (counted.get(typeCode) ?? 0) + 1;
    counted.set(typeCode, ordinal);
    return readOne(cells, { typeCode, ordinal, entryTrace }) ?? [];
  });
}

interface Place {
  readonly typeCode: string;
  /** Position among the addenda of its type, from 1. */
  readonly ordinal: number;
  /** Undefined when the entry record has the wrong length, so its trace number is unknown. */
  readonly entryTrace: string | undefined;
}

function readOne(cells: Cells, place: Place): NachaAddenda | undefined {
  switch (place.typeCode) {
    case "02":
      return readTerminal(cells);
    case "05":
      return { type: "payment", text: readCounted(cells, place) };
    case "98":
      return readCorrection(cells);
    case "99":
      return readReturn(cells);
    case "17":
    case "18":
      return { type: "international", typeCode: place.typeCode, text: readCounted(cells, place) };
    default:
      return readInternational(cells, place);
  }
}

function readTerminal(cells: Cells): NachaAddenda {
  const { text, traceNumber } = terminalAddendaColumns;
  return { type: "terminal", text: cells.text(text), traceNumber: cells.digits(traceNumber, "trace number") };
}

/** Free text with a sequence number and a reference to its entry. */
function readCounted(cells: Cells, place: Place): string {
  const sequence = cells.number(paymentAddendaColumns.sequence, "addenda sequence number");
  if (sequence !== BigInt(place.ordinal)) {
    const detail = `addenda sequence number must be ${place.ordinal}`;
    cells.refuse(paymentAddendaColumns.sequence, "addenda-sequence", detail);
  }
  checkEntrySequence(cells, place);
  return cells.text(paymentAddendaColumns.text);
}

function readInternational(cells: Cells, place: Place): NachaAddenda | undefined {
  if (!/^1[0-6]$/.test(place.typeCode)) {
    cells.refuse(addendaTypeColumns, "addenda-type", "unknown addenda type code");
    return undefined;
  }
  checkEntrySequence(cells, place);
  const text = cells.text(internationalAddendaColumns.text);
  return { type: "international", typeCode: place.typeCode, text };
}

function checkEntrySequence(cells: Cells, { entryTrace }: Place): void {
  const columns = paymentAddendaColumns.entrySequence;
  const sequence = cells.digits(columns, "entry detail sequence number");
  if (entryTrace !== undefined && sequence !== entryTrace.slice(-7)) {
    const detail = "entry detail sequence number does not match the trace number of the entry";
    cells.refuse(columns, "addenda-entry", detail);
  }
}
