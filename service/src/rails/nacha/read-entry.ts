import type { EntryRecords } from "./arrange-records.ts";
import { type Cells, cellsOf } from "./cells.ts";
import { checkClass } from "./check-class.ts";
import {
  type Columns,
  entryColumns as columns,
  internationalEntryColumns,
  nameCountColumns,
} from "./columns.ts";
import type { BatchHeader, NachaAddenda, NachaEntry } from "./nacha-file.ts";
import type { NachaRule } from "./nacha-rule.ts";
import type { ProblemList } from "./problem-list.ts";
import { readAddenda } from "./read-addenda.ts";
import { isRoutingNumber } from "./routing-digits.ts";
import { isInternational, type SecCode, secCodeOf } from "./sec-codes.ts";
import { transactionCodeOf } from "./transaction-codes.ts";

export function readEntry(records: EntryRecords, batch: BatchHeader, problems: ProblemList): NachaEntry {
  const cells = cellsOf(records.entry, problems);
  const traceNumber = readTraceNumber(cells, batch);
  const entry: NachaEntry = {
    transactionCode: readTransactionCode(cells, batch),
    rdfi: readRdfi(cells),
    ...(isInternational(batch) ? readForeignAccount(cells) : readUser(cells)),
    amountCents: cells.number(columns.amount, "amount"),
    discretionaryData: cells.text(columns.discretionaryData),
    traceNumber,
    addenda: readAddenda(records.addenda, records.entry.isWhole ? traceNumber : undefined, problems),
  };
  checkIndicator(cells, records.addenda.length);
  checkAmount(cells, batch, entry);
  checkClass(cells, batch, entry);
  for (const wrong of [checkAddendaCount(cells, batch, entry), evaluateAddenda(batch, entry)]) {
    if (wrong === undefined) continue;
    const { columns: at = columns.addendaIndicator, rule, detail } = wrong;
    // Gateways miscount the addenda of IAT entries, which we never originate: the other entries are usable.
    if (rule === "addenda-count" && isInternational(batch)) {
      problems.refuseEntry(entry, { line: records.entry.line, column: at.from, rule, detail });
    } else cells.refuse(at, rule, detail);
  }
  return entry;
}

type Receiver = Pick<NachaEntry, "accountNumber" | "individualId" | "individualName">;

function readUser(cells: Cells): Receiver {
  return {
    accountNumber: cells.mandatory(columns.accountNumber, "DFI account number"),
    individualId: cells.text(columns.individualId),
    individualName: cells.text(columns.individualName),
  };
}

/** An international entry has its parties in the addenda. */
function readForeignAccount(cells: Cells): Receiver {
  cells.reserved(internationalEntryColumns.reserved);
  cells.reserved(internationalEntryColumns.reservedToo);
  const accountNumber = cells.mandatory(internationalEntryColumns.accountNumber, "account number");
  return { accountNumber, individualId: "", individualName: "" };
}

function readTransactionCode(cells: Cells, batch: BatchHeader): string {
  const code = cells.text(columns.transactionCode);
  const known = transactionCodeOf(code);
  if (known === undefined) {
    cells.refuse(columns.transactionCode, "transaction-code", "unknown transaction code");
  } else if (batch.serviceClass === "220" && known.direction === "debit") {
    const detail = "a debit appears in a batch of service class code 220 (credits only)";
    cells.refuse(columns.transactionCode, "service-class-direction", detail);
  } else if (batch.serviceClass === "225" && known.direction === "credit") {
    const detail = "a credit appears in a batch of service class code 225 (debits only)";
    cells.refuse(columns.transactionCode, "service-class-direction", detail);
  }
  return code;
}

function readRdfi(cells: Cells): string {
  const rdfi = cells.digits(columns.rdfi, "receiving DFI identification");
  if (!isRoutingNumber(rdfi)) {
    const detail = "receiving DFI identification has an invalid check digit";
    cells.refuse(columns.rdfi, "entry-check-digit", detail);
  }
  return rdfi;
}

function readTraceNumber(cells: Cells, batch: BatchHeader): string {
  const traceNumber = cells.digits(columns.traceNumber, "trace number");
  if (!traceNumber.startsWith(batch.odfi)) {
    const detail = "trace number does not begin with the originating DFI identification of the batch";
    cells.refuse(columns.traceNumber, "odfi-trace", detail);
  }
  return traceNumber;
}

function checkIndicator(cells: Cells, addendaCount: number): void {
  const expected = addendaCount > 0 ? "1" : "0";
  if (cells.text(columns.addendaIndicator) !== expected) {
    const detail = `addenda record indicator must be ${expected}: the entry has ${addendaCount} addenda records`;
    cells.refuse(columns.addendaIndicator, "addenda-indicator", detail);
  }
}

function checkAmount(
  cells: Cells,
  { sec }: BatchHeader,
  { transactionCode, amountCents, addenda }: NachaEntry,
): void {
  const use = transactionCodeOf(transactionCode)?.use;
  const isAcknowledgment = sec === "ACK" || sec === "ATX";
  const isEmpty =
    use === "prenote" || use === "zero_dollar" || isAcknowledgment || addenda.some(isCorrection);
  if (isEmpty && amountCents > 0n) {
    cells.refuse(columns.amount, "amount-not-zero", "amount must be zero for a non-monetary entry");
  } else if (!isEmpty && use === "money" && amountCents === 0n) {
    cells.refuse(columns.amount, "amount-zero", "amount must not be zero");
  }
}

/** Entries of some classes carry an addenda count of their own. */
function checkAddendaCount(cells: Cells, batch: BatchHeader, entry: NachaEntry): AddendaDecision | undefined {
  const counted = whereCounted(batch, entry);
  const count = entry.addenda.length;
  if (counted === undefined || cells.number(counted, "number of addenda records") === BigInt(count)) {
    return undefined;
  }
  return { columns: counted, rule: "addenda-count", detail: `number of addenda records must be ${count}` };
}

function whereCounted(batch: BatchHeader, entry: NachaEntry): Columns | undefined {
  if (isInternational(batch)) return internationalEntryColumns.addendaCount;
  // A return repeats the original's name field, and with it the original's addenda count.
  const isForward = entry.addenda.every(({ type }) => type === "payment");
  return isForward && secCodeOf(batch.sec)?.countsInName === true ? nameCountColumns : undefined;
}

interface AddendaDecision {
  /** Where the problem is reported; at the addenda record indicator if undefined. */
  readonly columns?: Columns;
  readonly rule: NachaRule;
  readonly detail: string;
}

/** Checks that the addenda of an entry fit its SEC code and transaction code. */
function evaluateAddenda(batch: BatchHeader, entry: NachaEntry): AddendaDecision | undefined {
  const sec = secCodeOf(batch.sec);
  if (sec === undefined) return undefined;
  if (sec.addenda === "correction") return checkCorrection(batch, entry);
  if (entry.addenda.some(isCorrection)) {
    return {
      rule: "correction-class",
      detail: "a notification of change appears in a batch that is not of class COR",
    };
  }
  if (entry.addenda.length === 0 && transactionCodeOf(entry.transactionCode)?.use === "return") {
    return { rule: "return-without-addenda", detail: "a return entry has no addenda record of type 99" };
  }
  return checkTypes(sec, entry.addenda);
}

function isCorrection({ type }: NachaAddenda): boolean {
  return type === "correction" || type === "refused_correction";
}

function checkCorrection(batch: BatchHeader, { addenda }: NachaEntry): AddendaDecision | undefined {
  const others = addenda.filter((record) => !isCorrection(record));
  const isAllowed = isInternational(batch) && others.every(({ type }) => type === "international");
  if (addenda.length - others.length === 1 && (others.length === 0 || isAllowed)) return undefined;
  return { rule: "correction-class", detail: "a COR entry must have exactly one addenda record of type 98" };
}

function checkTypes(sec: SecCode, addenda: readonly NachaAddenda[]): AddendaDecision | undefined {
  const forward = addenda.filter((record) => !isReturn(record));
  if (forward.some(({ type }) => type !== sec.addenda)) {
    return { rule: "addenda-type", detail: "the addenda type is not allowed for the SEC code of the batch" };
  }
  if (forward.length > sec.maxAddenda) {
    const detail = `an entry with this SEC code has at most ${sec.maxAddenda} addenda records`;
    return { rule: "addenda-count", detail };
  }
  return addenda.some(isReturn) ? undefined : checkMandatory(sec, forward);
}

/** A return doesn't have to repeat the mandatory addenda of its original. */
function checkMandatory(sec: SecCode, addenda: readonly NachaAddenda[]): AddendaDecision | undefined {
  if (sec.addenda === "terminal" && addenda.length === 0) {
    return {
      rule: "addenda-count",
      detail: "an entry with this SEC code must have an addenda record of type 02",
    };
  }
  const types = addenda.map((record) => (record.type === "international" ? record.typeCode : "")).join("");
  if (sec.addenda === "international" && !/^10111213141516(?:17){0,2}(?:18){0,5}$/.test(types)) {
    const detail = "an IAT entry must have addenda of types 10 to 16, then at most two of 17 and five of 18";
    return { rule: "addenda-count", detail };
  }
  return undefined;
}

function isReturn({ type }: NachaAddenda): boolean {
  return type === "return" || type === "dishonored_return" || type === "contested_return";
}
