import {
  aboutEntryColumns,
  addendaTypeColumns,
  contestedColumns,
  correctionColumns,
  dishonoredColumns,
  internationalAddendaColumns,
  paymentAddendaColumns,
  refusedCorrectionColumns,
  returnColumns,
  terminalAddendaColumns,
} from "./columns.ts";
import type {
  AboutEntry,
  NachaAddenda,
  NachaContestedReturn,
  NachaDishonoredReturn,
  NachaEntry,
} from "./nacha-file.ts";
import {
  type Cell,
  dateCell,
  digitsCell,
  digitsCellIfAny,
  exactCell,
  numberCell,
  textCell,
  writeRecord,
} from "./write-record.ts";

export function writeAddenda({ addenda, traceNumber }: NachaEntry): readonly string[] {
  const counted = new Map<string, number>();
  return addenda.map((record) => {
    const typeCode = typeCodeOf(record);
    const ordinal = (counted.get(typeCode) ?? 0) + 1;
    counted.set(typeCode, ordinal);
    const typeCell = digitsCell(addendaTypeColumns, typeCode, "addenda type code");
    return writeRecord("7", [typeCell, ...cellsOfAddenda(record, { ordinal, entryTrace: traceNumber })]);
  });
}

function typeCodeOf(addenda: NachaAddenda): string {
  switch (addenda.type) {
    case "payment":
      return "05";
    case "terminal":
      return "02";
    case "international":
      return addenda.typeCode;
    case "correction":
    case "refused_correction":
      return "98";
    case "return":
    case "dishonored_return":
    case "contested_return":
      return "99";
  }
}

interface Place {
  /** Position among the addenda of its type, from 1. */
  readonly ordinal: number;
  readonly entryTrace: string;
}

function cellsOfAddenda(addenda: NachaAddenda, place: Place): readonly Cell[] {
  switch (addenda.type) {
    case "payment":
      return countedCells(addenda.text, place);
    case "terminal":
      return [
        textCell(terminalAddendaColumns.text, addenda.text),
        digitsCell(terminalAddendaColumns.traceNumber, addenda.traceNumber, "trace number"),
      ];
    case "international":
      return internationalCells(addenda, place);
    case "correction":
      return [
        ...aboutEntryCells(addenda),
        exactCell(correctionColumns.correctedData, addenda.correctedData, "corrected data"),
      ];
    case "refused_correction":
      return [
        ...aboutEntryCells(addenda),
        exactCell(refusedCorrectionColumns.correctedData, addenda.correctedData, "corrected data"),
        exactCell(refusedCorrectionColumns.changeCode, addenda.changeCode, "refused change code"),
        digitsCell(
          refusedCorrectionColumns.changeTraceSequence,
          addenda.changeTraceSequence,
          "trace sequence number",
        ),
      ];
    case "return":
      return [
        ...aboutEntryCells(addenda),
        dateCell(returnColumns.dateOfDeath, addenda.dateOfDeath, "date of death"),
        textCell(returnColumns.text, addenda.text),
      ];
    case "dishonored_return":
      return dishonoredCells(addenda);
    case "contested_return":
      return contestedCells(addenda);
  }
}

function countedCells(text: string, { ordinal, entryTrace }: Place): readonly Cell[] {
  return [
    textCell(paymentAddendaColumns.text, text),
    numberCell(paymentAddendaColumns.sequence, ordinal, "addenda sequence number"),
    digitsCell(paymentAddendaColumns.entrySequence, entryTrace.slice(-7), "entry detail sequence number"),
  ];
}

type International = Extract<NachaAddenda, { readonly type: "international" }>;

function internationalCells({ typeCode, text }: International, place: Place): readonly Cell[] {
  if (typeCode === "17" || typeCode === "18") return countedCells(text, place);
  const { text: columns, entrySequence } = internationalAddendaColumns;
  const sequence = place.entryTrace.slice(-7);
  return [textCell(columns, text), digitsCell(entrySequence, sequence, "entry detail sequence number")];
}

function aboutEntryCells(about: AboutEntry): readonly Cell[] {
  const columns = aboutEntryColumns;
  return [
    exactCell(columns.code, about.code, "code"),
    digitsCell(columns.originalTrace, about.originalTrace, "original entry trace number"),
    digitsCell(columns.originalRdfi, about.originalRdfi, "original receiving DFI identification"),
    digitsCell(columns.traceNumber, about.traceNumber, "trace number"),
  ];
}

function dishonoredCells({ returned, text, ...about }: NachaDishonoredReturn): readonly Cell[] {
  const columns = dishonoredColumns;
  return [
    ...aboutEntryCells(about),
    digitsCellIfAny(columns.returnTrace, returned.traceNumber, "return trace number"),
    digitsCellIfAny(columns.returnSettlementDay, returned.settlementDay, "return settlement date"),
    digitsCellIfAny(columns.returnCode, returned.code?.slice(1), "return reason code"),
    textCell(columns.text, text),
  ];
}

function contestedCells({ returned, dishonored, ...contested }: NachaContestedReturn): readonly Cell[] {
  const columns = contestedColumns;
  return [
    ...aboutEntryCells(contested),
    digitsCellIfAny(columns.returnedOn, contested.returnedOn, "date of the original return"),
    digitsCellIfAny(
      columns.originalSettlementDay,
      contested.originalSettlementDay,
      "original settlement date",
    ),
    digitsCellIfAny(columns.returnTrace, returned.traceNumber, "return trace number"),
    digitsCellIfAny(columns.returnSettlementDay, returned.settlementDay, "return settlement date"),
    digitsCellIfAny(columns.returnCode, returned.code?.slice(1), "return reason code"),
    digitsCellIfAny(columns.dishonoredTrace, dishonored.traceNumber, "dishonored return trace number"),
    digitsCellIfAny(
      columns.dishonoredSettlementDay,
      dishonored.settlementDay,
      "dishonored return settlement date",
    ),
    digitsCellIfAny(columns.dishonoredCode, dishonored.code?.slice(1), "dishonored return reason code"),
  ];
}
