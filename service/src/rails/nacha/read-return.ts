import { readBankDate } from "./bank-date.ts";
import type { Cells } from "./cells.ts";
import {
  aboutEntryColumns,
  type Columns,
  contestedColumns,
  dishonoredColumns,
  returnColumns,
} from "./columns.ts";
import type {
  NachaAddenda,
  NachaContestedReturn,
  NachaDishonoredReturn,
  NachaReturn,
  NachaReturnStep,
} from "./nacha-file.ts";
import { type AboutEntry, readAboutEntry } from "./read-about-entry.ts";
import { type ReturnCode, returnCodeOf } from "./return-codes.ts";
import { readSettlementDay } from "./settlement-day.ts";

/** Addenda of type 99. The return code determines the layout. */
export function readReturn(cells: Cells): NachaAddenda {
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
      return readPlain(cells, about);
    case "dishonored":
      return readDishonored(cells, about);
    case "contested":
      return readContested(cells, about);
  }
}

function readPlain(cells: Cells, about: AboutEntry): NachaReturn {
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
    originalSettlementDay: readSettlementDay(cells, columns.originalSettlementDay),
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
    settlementDay: readSettlementDay(cells, columns.day),
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
