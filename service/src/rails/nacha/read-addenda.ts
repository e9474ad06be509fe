import type { NachaRecord } from "./arrange-records.ts";
import { readBankDate } from "./bank-date.ts";
import { type Cells, cellsOf } from "./cells.ts";
import {
  aboutEntryColumns,
  addendaTypeColumns,
  type Columns,
  contestedColumns,
  correctionColumns,
  dishonoredColumns,
  internationalAddendaColumns,
  paymentAddendaColumns,
  refusedCorrectionColumns,
  returnColumns,
  terminalAddendaColumns,
} from "./columns.ts";
import { correctionCodeOf } from "./correction-codes.ts";
import type {
  AboutEntry,
  NachaAddenda,
  NachaContestedReturn,
  NachaDishonoredReturn,
  NachaReturn,
  NachaReturnStep,
} from "./nacha-file.ts";
import type { ProblemList } from "./problem-list.ts";
import { type ReturnCode, returnCodeOf } from "./return-codes.ts";

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

/** Addenda of type 98. */
function readCorrection(cells: Cells): NachaAddenda {
  const about = readAboutEntry(cells);
  const known = correctionCodeOf(about.code);
  if (known === undefined) {
    cells.refuse(aboutEntryColumns.code, "correction-code", "unknown change code");
  }
  return known?.stage === "refused" ? readRefusedChange(cells, about) : readChange(cells, about);
}

function readChange(cells: Cells, about: AboutEntry): NachaAddenda {
  cells.reserved(correctionColumns.reserved);
  cells.reserved(correctionColumns.reservedToo);
  const correctedData = withoutCorrection.has(about.code)
    ? cells.trimmed(correctionColumns.correctedData)
    : cells.mandatory(correctionColumns.correctedData, "corrected data");
  return { type: "correction", ...about, correctedData };
}

/** The entry as a whole is wrong: its addenda, or its SEC code. */
const withoutCorrection: ReadonlySet<string> = new Set(["C13", "C14"]);

function readRefusedChange(cells: Cells, about: AboutEntry): NachaAddenda {
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

/** Addenda of type 99. The return code determines the layout. */
function readReturn(cells: Cells): NachaAddenda {
  const about = readAboutEntry(cells);
  const known = returnCodeOf(about.code);
  if (known === undefined) {
    cells.refuse(aboutEntryColumns.code, "return-code", "unknown return reason code");
  }
  return readStage(cells, about, known?.stage ?? "return");
}

function readStage(cells: Cells, about: AboutEntry, stage: ReturnCode["stage"]): NachaAddenda {
  switch (stage) {
    case "return":
      return readFirstReturn(cells, about);
    case "dishonored":
      return readDishonored(cells, about);
    case "contested":
      return readContested(cells, about);
  }
}

function readFirstReturn(cells: Cells, about: AboutEntry): NachaReturn {
  const digits = cells.digitsIfAny(returnColumns.dateOfDeath, "date of death");
  const isGiven = digits !== undefined && digits !== "000000";
  const dateOfDeath = isGiven ? readBankDate(digits) : undefined;
  if (isGiven && dateOfDeath === undefined) {
    cells.refuse(returnColumns.dateOfDeath, "date", "date of death is not a valid date (YYMMDD)");
  }
  return { type: "return", ...about, dateOfDeath, text: cells.text(returnColumns.text) };
}

function readDishonored(cells: Cells, about: AboutEntry): NachaDishonoredReturn {
  cells.reserved(dishonoredColumns.reserved);
  cells.reserved(dishonoredColumns.reservedToo);
  const { returnTrace, returnSettlementDay, returnCode, text } = dishonoredColumns;
  return {
    type: "dishonored_return",
    ...about,
    returned: readStep(cells, { trace: returnTrace, day: returnSettlementDay, code: returnCode }),
    text: cells.text(text),
  };
}

function readContested(cells: Cells, about: AboutEntry): NachaContestedReturn {
  const columns = contestedColumns;
  cells.reserved(columns.reserved);
  return {
    type: "contested_return",
    ...about,
    returnedOn: cells.digitsIfAny(columns.returnedOn, "date of the original return"),
    originalSettlementDay: cells.settlementDay(columns.originalSettlementDay),
    returned: readStep(cells, {
      trace: columns.returnTrace,
      day: columns.returnSettlementDay,
      code: columns.returnCode,
    }),
    dishonored: readStep(cells, {
      trace: columns.dishonoredTrace,
      day: columns.dishonoredSettlementDay,
      code: columns.dishonoredCode,
    }),
  };
}

interface StepColumns {
  readonly trace: Columns;
  readonly day: Columns;
  readonly code: Columns;
}

function readStep(cells: Cells, columns: StepColumns): NachaReturnStep {
  return {
    traceNumber: cells.digitsIfAny(columns.trace, "return trace number"),
    settlementDay: cells.settlementDay(columns.day),
    code: readStepCode(cells, columns.code),
  };
}

/** Two digits, without the leading R. */
function readStepCode(cells: Cells, columns: Columns): string | undefined {
  const digits = cells.digitsIfAny(columns, "return reason code");
  if (digits === undefined) return undefined;
  const code = `R${digits}`;
  if (returnCodeOf(code) === undefined) {
    cells.refuse(columns, "return-code", "unknown return reason code of the earlier return");
  }
  return code;
}

/** The reference to the original entry in an addenda record of type 98 or 99. */
function readAboutEntry(cells: Cells): AboutEntry {
  return {
    code: cells.text(aboutEntryColumns.code),
    originalTrace: cells.digits(aboutEntryColumns.originalTrace, "original entry trace number"),
    originalRdfi: cells.digits(aboutEntryColumns.originalRdfi, "original receiving DFI identification"),
    traceNumber: cells.digits(aboutEntryColumns.traceNumber, "trace number"),
  };
}
