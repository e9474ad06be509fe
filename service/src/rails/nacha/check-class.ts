import type { Cells } from "./cells.ts";
import { entryColumns as columns } from "./columns.ts";
import type { BatchHeader, NachaEntry } from "./nacha-file.ts";
import { transactionCodeOf } from "./transaction-codes.ts";

/** Rules that depend on the SEC code of the batch. None of them applies to the return of an entry. */
export function checkClass(cells: Cells, batch: BatchHeader, entry: NachaEntry): void {
  const code = transactionCodeOf(entry.transactionCode);
  if (batch.sec === "COR" && code !== undefined && code.use !== "return") {
    const detail = "a notification of change must have the transaction code of a return, such as 21 or 26";
    cells.refuse(columns.transactionCode, "correction-transaction-code", detail);
  }
  if (code === undefined || code.use === "return") return;
  if (namedClasses.has(batch.sec) && /^0*$/.test(entry.individualName.trim())) {
    const detail = `individual name of a ${batch.sec} entry must not be blank or zeros`;
    cells.refuse(columns.individualName, "individual-name", detail);
  }
  const isReversal = batch.description.trim().toUpperCase() === "REVERSAL";
  if (batch.sec === "TEL" && (code.direction === "credit") !== isReversal) {
    const detail = isReversal ? "a reversal of TEL entries must be a credit" : "a TEL entry must be a debit";
    cells.refuse(columns.transactionCode, "tel-direction", detail);
  }
  if (cardClasses.has(batch.sec) && !cardTransactionTypes.has(entry.discretionaryData)) {
    const detail = "card transaction type code must be 01, 02, 03, 11, 12, 13, 21 or 99";
    cells.refuse(columns.discretionaryData, "card-transaction-type", detail);
  }
}

/** Classes for consumers, whose entries name the receiver. */
const namedClasses: ReadonlySet<string> = new Set(["CIE", "PPD", "TEL", "WEB"]);

const cardClasses: ReadonlySet<string> = new Set(["POS", "SHR"]);

/** Purchase, cash, reversal of a return; reversals of a purchase and of cash, return; adjustment; other. */
const cardTransactionTypes: ReadonlySet<string> = new Set(["01", "02", "03", "11", "12", "13", "21", "99"]);
