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

/** The addenda of one entry. A record of no known type is complained about and left out. */
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
  /** The how-manieth of its type. */
  readonly ordinal: number;
  /** Undefined when the entry's record has the wrong length: then nothing can be said of what belongs to it. */
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

/** A text with its number among its like, and the entry that it belongs to. */
function readCounted(cells: Cells, place: Place): string {
  const sequence = cells.number(paymentAddendaColumns.sequence, "sequence number of the addenda");
  if (sequence !== BigInt(place.ordinal)) {
    const detail = `the addenda record must have the sequence number ${place.ordinal}`;
    cells.refuse(paymentAddendaColumns.sequence, "addenda-sequence", detail);
  }
  checkEntrySequence(cells, place);
  return cells.text(paymentAddendaColumns.text);
}

function readInternational(cells: Cells, place: Place): NachaAddenda | undefined {
  if (!/^1[0-6]$/.test(place.typeCode)) {
    cells.refuse(addendaTypeColumns, "addenda-type", "the type of the addenda record is not a known one");
    return undefined;
  }
  checkEntrySequence(cells, place);
  const text = cells.text(internationalAddendaColumns.text);
  return { type: "international", typeCode: place.typeCode, text };
}

function checkEntrySequence(cells: Cells, { entryTrace }: Place): void {
  const columns = paymentAddendaColumns.entrySequence;
  const sequence = cells.digits(columns, "sequence number of the entry");
  if (entryTrace !== undefined && sequence !== entryTrace.slice(-7)) {
    const detail = "the addenda record does not end with the last seven digits of its entry's trace number";
    cells.refuse(columns, "addenda-entry", detail);
  }
}
