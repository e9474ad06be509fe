import Type, { type Static } from "typebox";
import { forwardPageQuery, type PageRequest, PaginationSchema } from "../../http/paging.ts";
import { present } from "../../http/present.ts";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, named, strictObject } from "../../http/schemas.ts";
import { formatInstant, instantFromMs } from "../../kernel/instant.ts";
import { formatAmount } from "../../kernel/money.ts";
import { readStatementPage, type StatementEntry, type StatementSummary } from "../../ledger/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead } from "../console-route.ts";
import { type JournalPlace, placed, scopeOf } from "./journal-place.ts";
import { LedgerAccountSchema, presentLedgerAccount } from "./ledger-response.ts";
import { askForStatement, statementQuery } from "./statement-query.ts";

const Query = strictObject({
  ...forwardPageQuery,
  ...statementQuery,
});

const EntrySchema = named(
  "ConsoleLedgerEntry",
  Type.Object({
    sequence: Type.String({ description: "Sequence of the record in the journal." }),
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
      const after = placeOf(page);
      const options = { pageSize: page.size, ...(after === undefined ? {} : { after }) };
      const { entries, next } = await readStatementPage(deps.database, scope, summary, options);
      const cursorOfNext = next === undefined ? null : page.cursorAt(positionOf(next));
      return presentStatement(summary, entries, { page, next: cursorOfNext });
    },
  });
}

type EntryPlace = Pick<StatementEntry, "at" | "sequence" | "position">;

function positionOf({ at, sequence, position }: EntryPlace): string {
  return `${at}:${sequence}:${position}`;
}

/** Cursors are signed, so this is always the output of `positionOf`. */
function placeOf({ position }: PageRequest): EntryPlace | undefined {
  if (position === undefined) return undefined;
  const [at = "0", sequence = "0", last = "0"] = position.split(":");
  return { at: instantFromMs(Number(at)), sequence: BigInt(sequence), position: Number(last) };
}

function presentStatement(
  summary: StatementSummary,
  entries: readonly StatementEntry[],
  { page, next }: { readonly page: PageRequest; readonly next: string | null },
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
    entries: entries.map(presentEntry),
    pagination: { page_size: page.size, next, prev: null },
  };
}

function presentEntry({ sequence, ...entry }: StatementEntry) {
  return present(EntrySchema, { ...entry, sequence: sequence.toString() });
}
