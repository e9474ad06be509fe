import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount } from "../../kernel/money.ts";
import { pathOf } from "../ledger-account.ts";
import type { StatementEntry, StatementSummary } from "./account-statement.ts";

/** A statement as one JSON object, in chunks, so that a statement of any length can be streamed. */
export async function* statementJson(
  summary: StatementSummary,
  pages: AsyncIterable<readonly StatementEntry[]>,
): AsyncGenerator<string, void, undefined> {
  const head = JSON.stringify(presentSummary(summary), null, 2);
  yield `${head.slice(0, head.lastIndexOf("\n}"))},\n  "entries": [`;
  let separator = "\n";
  for await (const page of pages) {
    const entries = page.map((entry) => `    ${JSON.stringify(presentEntry(entry, summary))}`);
    yield `${separator}${entries.join(",\n")}`;
    separator = ",\n";
  }
  yield separator === "\n" ? "]\n}\n" : "\n  ]\n}\n";
}

function presentSummary(summary: StatementSummary): object {
  const { account, from, to, opening, closing, totalIn, totalOut } = summary;
  return {
    account: pathOf(account),
    asset: account.asset.code,
    from: formatInstant(from),
    to: formatInstant(to),
    opening_balance: formatAmount(opening),
    closing_balance: formatAmount(closing),
    total_in: formatAmount(totalIn),
    total_out: formatAmount(totalOut),
  };
}

function presentEntry(entry: StatementEntry, { includesHolds }: StatementSummary): object {
  const { at, sequence, type, key, change, balance, heldChange, held, counterparts } = entry;
  return {
    at: formatInstant(at),
    sequence: sequence.toString(),
    type,
    key,
    change: formatAmount(change),
    balance: formatAmount(balance),
    ...(includesHolds ? { held_change: formatAmount(heldChange), held: formatAmount(held) } : {}),
    counterparts,
  };
}
