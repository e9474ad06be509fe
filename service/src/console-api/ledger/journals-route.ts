import Type from "typebox";
import { cutForwardPage, forwardPageQuery, PaginationSchema } from "../../http/paging.ts";
import { present } from "../../http/present.ts";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { findLastRound, listStatuses } from "../../ledger/index.ts";
import { nameAccounts } from "../accounts/account-names.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";

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

export function journalsRoute({ database }: ConsoleDeps): Route {
  return consoleRead(`GET ${consolePath}/ledger/journals`, {
    operationId: "listLedgerJournals",
    summary: "List the journals of all tenants with their verification state",
    access: { permission: "ledger.read" },
    query: Query,
    response: { description: "A page, ordered by tenant and network.", schema: JournalsSchema },
    handle: async (request) => {
      const page = request.page();
      const [tenantId = "", network = ""] = page.position?.split(" ") ?? [];
      const after = page.position === undefined ? undefined : { tenantId, network };
      const found = await listStatuses(database, { after, limit: page.size + 1 });
      const { items, pagination } = cutForwardPage(found, page, (last) => `${last.tenantId} ${last.network}`);
      const names = await nameAccounts(
        database,
        items.map(({ tenantId: owner }) => ({ tenantId: owner, accountId: undefined })),
      );
      const journals = items.map(({ sequence, hash, verifiedSequence, ...journal }) =>
        present(JournalSchema, {
          ...journal,
          sequence: sequence.toString(),
          hash: hash.toString("hex"),
          verifiedSequence: verifiedSequence?.toString(),
          tenantName: names.get(journal.tenantId)?.displayName,
        }),
      );
      const round = present(RoundSchema, await findLastRound(database));
      return { journals, pagination, round };
    },
  });
}
