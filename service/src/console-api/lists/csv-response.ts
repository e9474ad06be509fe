import type { ApiResponse } from "../../http/route.ts";
import { csvLine } from "../../kernel/csv.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";

type Rows = readonly (readonly string[])[];

export interface CsvFile {
  /** Beginning of the file's name: `transfers-testnet`. */
  readonly name: string;
  readonly now: Instant;
  readonly columns: readonly string[];
  /** The cells of each row, page by page. */
  readonly pages: AsyncIterable<Rows>;
}

/**
 * Everything that a list contains, as CSV (RFC 4180), sent while it is read. The first page is read before the response
 * begins, so that a refused request has the status of its refusal.
 */
export async function csvResponse({ name, now, columns, pages }: CsvFile): Promise<ApiResponse> {
  const day = formatInstant(now).slice(0, 10);
  const further = pages[Symbol.asyncIterator]();
  const first = await further.next();
  return {
    status: 200,
    pieces: linesOf(columns, first, further),
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}-${day}.csv"`,
    },
  };
}

async function* linesOf(
  columns: CsvFile["columns"],
  first: IteratorResult<Rows>,
  further: AsyncIterator<Rows>,
): AsyncGenerator<string> {
  yield csvLine(columns);
  for (let page = first; page.done !== true; page = await further.next()) {
    yield page.value.map(csvLine).join("");
  }
}
