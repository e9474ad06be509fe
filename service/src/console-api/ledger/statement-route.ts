import Type, { type Static } from "typebox";
import { cutPage, PaginationSchema, pageQuery, rowsToFetch } from "../../http/paging.ts";
import { present } from "../../http/present.ts";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, named, strictObject } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount } from "../../kernel/money.ts";
import { readStatementEntries, type StatementEntry, type StatementSummary } from "../../ledger/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead } from "../console-route.ts";
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

export function statementRoute(deps: ConsoleDeps, place: JournalPlace): Route {
  return consoleRead(`GET ${place.path}/statement`, {
    ...placed(place, "getLedgerStatement"),
    summary: "Get an account statement with running balances",
    query: Query,
    response: { description: "A page of the statement, oldest first.", schema: StatementSchema },
    refusals: ["not_found"],
    handle: async (request) => {
      const scope = scopeOf(request);
      const page = request.page();
      const summary = await askForStatement(deps, scope, request.query);
      const found = await readStatementEntries(deps.database, scope, summary, {
        isBackwards: page.direction === "before",
        position: page.position === undefined ? undefined : placeOfEntry(page.position),
        requested: rowsToFetch(page),
      });
      return presentStatement(summary, cutPage(found, page, positionOfEntry));
    },
  });
}

function presentStatement(
  summary: StatementSummary,
  { items, pagination }: ReturnType<typeof cutPage<StatementEntry>>,
): Static<typeof StatementSchema> {
  const { account, from, to, opening, closing, totalIn, totalOut } = summary;
  return {
    account: presentLedgerAccount(account),
    from: formatInstant(from),
    to: formatInstant(to),
    opening: formatAmount(opening),
    closing: formatAmount(closing),
    total_in: formatAmount(totalIn),
    total_out: formatAmount(totalOut),
    entries: items.map(presentEntry),
    pagination,
  };
}

function presentEntry({ sequence, ...entry }: StatementEntry) {
  return present(EntrySchema, { ...entry, sequence: sequence.toString() });
}
