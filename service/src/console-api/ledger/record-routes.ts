import Type, { type Static } from "typebox";
import type { RowSource } from "../../http/list-route.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount } from "../../kernel/money.ts";
import { cutPage } from "../../kernel/page.ts";
import { orNotFound } from "../../kernel/refusal.ts";
import { findRecord, type LedgerRecord, type LedgerScope } from "../../ledger/index.ts";
import { causeOfRecord, recordCauses } from "../../reports/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleList, consoleRead } from "../console-route.ts";
import { type JournalPlace, placed, scopeOf } from "./journal-place.ts";
import { LedgerAccountSchema, presentLedgerAccount } from "./ledger-response.ts";
import { type RecordFilter, readRecords } from "./record-slice.ts";

const maxKeyLength = 255;

const RecordSchema = named(
  "ConsoleLedgerRecord",
  Type.Object({
    sequence: Type.String({ description: "Sequence number in the journal." }),
    at: DateTimeSchema,
    type: Type.Enum(["post", "hold", "post_hold", "void_hold"]),
    key: Type.String(),
    cause: Type.Object({
      type: Type.Enum([...recordCauses]),
      id: nullableString(),
      effect: Type.String(),
    }),
    lines: Type.Array(Type.Object({ account: LedgerAccountSchema, amount: Type.String() }), {
      description: "For a hold, the held amounts; for a void, empty.",
    }),
  }),
);

const RecordsSchema = named(
  "ConsoleLedgerRecords",
  Type.Object({ records: Type.Array(RecordSchema), pagination: PaginationSchema }),
);

const Query = strictObject({
  ...pageQuery,
  key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxKeyLength,
      description: "Key prefix, such as `transfer/01J8…/`: its first 100 records.",
    }),
  ),
  created_after: Type.Optional(DateTimeSchema),
  created_before: Type.Optional(DateTimeSchema),
});

const recordRows: RowSource<RecordFilter & { readonly scope: LedgerScope }, LedgerRecord> = {
  first: "newest",
  page: async (session, { scope, sort, ...filter }, page) => {
    const found = await readRecords(session, scope, filter, { ...page, sort });
    return cutPage(found, page, ({ sequence }) => sequence.toString());
  },
};

export function recordsRoute({ database }: ConsoleDeps, place: JournalPlace): Route {
  return consoleList(`GET ${place.path}/records`, {
    ...placed(place, "listLedgerRecords"),
    summary: "List the records of a journal",
    query: Query,
    response: { description: "A page, newest first.", schema: RecordsSchema },
    list: {
      session: database,
      rows: recordRows,
      filters: (request) => {
        const { key, created_after, created_before } = request.query;
        return { scope: scopeOf(request), key, created_after, created_before };
      },
      name: "ledger-records",
      present: (records) => records.map(presentRecord),
    },
  });
}

const sequenceShape = /^[1-9]\d{0,17}$/;

export function recordRoute({ database }: ConsoleDeps, place: JournalPlace): Route {
  return consoleRead(`GET ${place.path}/records/{sequence}`, {
    ...placed(place, "getLedgerRecord"),
    summary: "Get a record with its postings and cause",
    response: { description: "The record.", schema: RecordSchema },
    refusals: ["not_found"],
    handle: async (request) => {
      const text = request.params["sequence"] ?? "";
      const record = sequenceShape.test(text)
        ? await findRecord(database, scopeOf(request), BigInt(text))
        : undefined;
      return presentRecord(orNotFound(record, "there is no record with this number in the journal"));
    },
  });
}

function presentRecord({ sequence, at, type, key, lines }: LedgerRecord): Static<typeof RecordSchema> {
  const { id, ...cause } = causeOfRecord(key);
  return {
    sequence: sequence.toString(),
    at: formatInstant(at),
    type,
    key,
    cause: { ...cause, id: id ?? null },
    lines: lines.map(({ account, amount }) => ({
      account: presentLedgerAccount(account),
      amount: formatAmount(amount),
    })),
  };
}
