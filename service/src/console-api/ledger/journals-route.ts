import Type from "typebox";
import type { RowSource } from "../../http/list-route.ts";
import { forwardPageQuery, PaginationSchema } from "../../http/paging.ts";
import { present } from "../../http/present.ts";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { cutForwardPage, rowsToFetch } from "../../kernel/page.ts";
import { findLastRound, type JournalStatus, listStatuses } from "../../ledger/index.ts";
import { nameAccounts } from "../accounts/account-names.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleList, consolePath } from "../console-route.ts";

const Query = strictObject(forwardPageQuery);

const JournalSchema = named(
  "ConsoleLedgerJournal",
  Type.Object({
    tenant_id: IdSchema,
    tenant_name: nullableString(),
    network: Type.Enum(["testnet", "mainnet"]),
    sequence: Type.String({ description: "Sequence of its last record." }),
    hash: Type.String({ description: "Checkpoint hash, which covers all records." }),
    at: DateTimeSchema,
    verified_sequence: nullableString({ description: "Verified up to this record." }),
    verified_at: nullableString({ format: "date-time" }),
  }),
);

const RoundSchema = Type.Union([
  Type.Null(),
  Type.Object(
    {
      ended_at: DateTimeSchema,
      journals: Type.Integer(),
      findings: Type.Integer(),
      unverified: Type.Integer(),
    },
    { description: "The last verification of all journals; null before the first." },
  ),
]);

const JournalsSchema = named(
  "ConsoleLedgerJournals",
  Type.Object({
    journals: Type.Array(JournalSchema),
    pagination: PaginationSchema,
    round: RoundSchema,
  }),
);

const journalRows: RowSource<object, JournalStatus> = {
  page: async (session, _, page) => {
    const [tenantId = "", network = ""] = page.position?.split(" ") ?? [];
    const after = page.position === undefined ? undefined : { tenantId, network };
    const found = await listStatuses(session, { after, limit: rowsToFetch(page) });
    return cutForwardPage(found, page, (last) => `${last.tenantId} ${last.network}`);
  },
};

export function journalsRoute({ database }: ConsoleDeps): Route {
  return consoleList(`GET ${consolePath}/ledger/journals`, {
    operationId: "listLedgerJournals",
    summary: "List the journals of all tenants with their verification state",
    access: { permission: "ledger.read" },
    query: Query,
    response: { description: "A page, ordered by tenant and network.", schema: JournalsSchema },
    list: {
      session: database,
      rows: journalRows,
      filters: () => ({}),
      name: "ledger-journals",
      present: async (journals) => {
        const names = await nameAccounts(
          database,
          journals.map(({ tenantId }) => ({ tenantId, accountId: undefined })),
        );
        return journals.map(({ sequence, hash, verifiedSequence, ...journal }) =>
          present(JournalSchema, {
            ...journal,
            sequence: sequence.toString(),
            hash: hash.toString("hex"),
            verifiedSequence: verifiedSequence?.toString(),
            tenantName: names.get(journal.tenantId)?.displayName,
          }),
        );
      },
      around: async () => ({ round: present(RoundSchema, await findLastRound(database)) }),
    },
  });
}
