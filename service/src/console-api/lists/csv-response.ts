import type { ApiResponse } from "../../http/route.ts";
import { csvLine } from "../../kernel/csv.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";

export interface CsvFile {
  /** Beginning of the file's name: `transfers-testnet`. */
  readonly name: string;
  readonly now: Instant;
  readonly columns: readonly string[];
  /** The cells of each row, page by page. */
  readonly pages: AsyncIterable<readonly (readonly string[])[]>;
}

/** Everything that a list contains, as CSV (RFC 4180), sent while it is read. */
export function csvResponse({ name, now, columns, pages }: CsvFile): ApiResponse {
  const day = formatInstant(now).slice(0, 10);
  return {
    status: 200,
    pieces: linesOf(columns, pages),
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}-${day}.csv"`,
    },
  };
}

async function* linesOf(columns: CsvFile["columns"], pages: CsvFile["pages"]): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const rows of pages) yield rows.map(csvLine).join("");
}
