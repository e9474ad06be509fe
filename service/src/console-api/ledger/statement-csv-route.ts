import Type from "typebox";
import type { Route } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { statementCsv, streamStatement } from "../../ledger/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead } from "../console-route.ts";
import { type JournalPlace, placed, scopeOf } from "./journal-place.ts";
import { askForStatement, statementQuery } from "./statement-query.ts";

const Query = strictObject(statementQuery);
/** Files are built in memory; longer statements need the command line. */
const maxLength = 8_000_000;

export function statementCsvRoute(deps: ConsoleDeps, place: JournalPlace): Route {
  return consoleRead(`GET ${place.path}/statement.csv`, {
    ...placed(place, "downloadLedgerStatement"),
    summary: "Export an account statement",
    description: "CSV (RFC 4180). If it is too long for one file, request a shorter period.",
    query: Query,
    response: { description: "The complete statement.", schema: Type.String(), mediaType: "text/csv" },
    refusals: ["not_found", "unprocessable"],
    respond: async (request) => {
      const scope = scopeOf(request);
      const summary = await askForStatement(deps, scope, request.query);
      let body = "";
      for await (const piece of statementCsv(summary, streamStatement(deps.database, scope, summary))) {
        body += piece;
        if (body.length > maxLength) throw tooLong();
      }
      const disposition = 'attachment; filename="statement.csv"';
      return {
        status: 200,
        body,
        headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": disposition },
      };
    },
  });
}

function tooLong(): RefusalError {
  const detail =
    "the statement is too long for one file; request a shorter period, or use florin admin ledger statement";
  return new RefusalError(refuse("unprocessable", detail));
}
