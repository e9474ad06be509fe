import { csvCell } from "../../kernel/csv.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount, type Money } from "../../kernel/money.ts";
import { pathOf } from "../ledger-account.ts";
import type { StatementEntry, StatementSummary } from "./account-statement.ts";

/**
 * A statement as RFC 4180 CSV: header, opening balance, entries, closing balance; lines end with CRLF. Amounts are
 * exact decimals. Yields text in chunks, so that a statement of any length can be streamed.
 */
export async function* statementCsv(
  summary: StatementSummary,
  pages: AsyncIterable<readonly StatementEntry[]>,
): AsyncGenerator<string, void, undefined> {
  const { from, to, opening, closing, includesHolds } = summary;
  const account = csvCell(pathOf(summary.account));
  const line = (cells: readonly string[]): string => `${[account, ...cells].join(",")}\r\n`;
  const status = (at: string, type: string, balance: Money): string =>
    line([at, "", type, "", "", formatAmount(balance), "", ...(includesHolds ? ["", ""] : [])]);
  yield `${[...columns, ...(includesHolds ? holdColumns : [])].join(",")}\r\n`;
  yield status(formatInstant(from), "opening_balance", opening);
  for await (const page of pages) {
    yield page.map((entry) => line(cellsOf(entry, includesHolds))).join("");
  }
  yield status(formatInstant(to), "closing_balance", closing);
}

const columns = ["account", "at", "sequence", "type", "key", "change", "balance", "counterparts"];
const holdColumns = ["held_change", "held"];

function cellsOf(entry: StatementEntry, includesHolds: boolean): readonly string[] {
  const { at, sequence, type, key, change, balance, heldChange, held, counterparts } = entry;
  const holds = includesHolds ? [formatAmount(heldChange), formatAmount(held)] : [];
  return [
    formatInstant(at),
    sequence.toString(),
    type,
    csvCell(key),
    formatAmount(change),
    formatAmount(balance),
    csvCell(counterparts.join(" ")),
    ...holds,
  ];
}
