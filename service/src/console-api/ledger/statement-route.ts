import Type from "typebox";
import type { RowSource } from "../../http/list-route.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import { present } from "../../http/present.ts";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, named, strictObject } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount } from "../../kernel/money.ts";
import { cutPage, rowsToFetch } from "../../kernel/page.ts";
import {
  type LedgerScope,
  readStatementEntries,
  type StatementEntry,
  type StatementSummary,
} from "../../ledger/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleList } from "../console-route.ts";
import { type JournalPlace, placed, scopeOf } from "./journal-place.ts";
import { LedgerAccountSchema, presentLedgerAccount } from "./ledger-response.ts";
import { placeOfEntry, positionOfEntry } from "./statement-place.ts";
import { askForStatement, statementQuery } from "./statement-query.ts";

const Query = strictObject({
  ...pageQuery,
  ...statementQuery,
});

const EntrySchema = named(
  "ConsoleLedgerEntry",
  Type.Object({
    sequence: Type.String({ description: "Sequence of the record in the journal." }),
    position: Type.Integer({ description: "Place of the account within the record." }),
    at: DateTimeSchema,
    type: Type.Enum(["post", "hold", "post_hold", "void_hold"]),
    key: Type.String(),
    change: Type.String(),
    balance: Type.String({ description: "Posted balance after the entry." }),
    held_change: Type.String(),
    held: Type.String(),
    counterparts: Type.Array(Type.String(), { description: "Paths of the other accounts of the record." }),
  }),
);

const StatementSchema = named(
  "ConsoleLedgerStatement",
  Type.Object({
    account: LedgerAccountSchema,
    from: DateTimeSchema,
    to: DateTimeSchema,
    opening: Type.String(),
    closing: Type.String(),
    total_in: Type.String(),
    total_out: Type.String(),
    entries: Type.Array(EntrySchema),
    pagination: PaginationSchema,
  }),
);

interface StatementQuery {
  readonly scope: LedgerScope;
  readonly summary: StatementSummary;
}

const statementRows: RowSource<StatementQuery, StatementEntry, Pick<StatementQuery, "summary">> = {
  first: "oldest",
  page: async (session, { scope, summary, sort }, page) => {
    const found = await readStatementEntries(session, scope, summary, {
      isBackwards: (sort?.isDescending ?? false) === (page.direction === "after"),
      position: page.position === undefined ? undefined : placeOfEntry(page.position),
      requested: rowsToFetch(page),
    });
    return { ...cutPage(found, page, positionOfEntry), summary };
  },
};

export function statementRoute(deps: ConsoleDeps, place: JournalPlace): Route {
  return consoleList(`GET ${place.path}/statement`, {
    ...placed(place, "getLedgerStatement"),
    summary: "Get an account statement with running balances",
    query: Query,
    response: { description: "A page of the statement, oldest first.", schema: StatementSchema },
    refusals: ["not_found"],
    list: {
      session: deps.database,
      rows: statementRows,
      filters: async (request) => {
        const scope = scopeOf(request);
        return { scope, summary: await askForStatement(deps, scope, request.query) };
      },
      isOrdered: true,
      present: (entries) => entries.map(presentEntry),
      around: (_, { summary }) => presentSummary(summary),
    },
  });
}

function presentSummary({ account, from, to, opening, closing, totalIn, totalOut }: StatementSummary) {
  return {
    account: presentLedgerAccount(account),
    from: formatInstant(from),
    to: formatInstant(to),
    opening: formatAmount(opening),
    closing: formatAmount(closing),
    total_in: formatAmount(totalIn),
    total_out: formatAmount(totalOut),
  };
}

function presentEntry({ sequence, ...entry }: StatementEntry) {
  return present(EntrySchema, { ...entry, sequence: sequence.toString() });
}
