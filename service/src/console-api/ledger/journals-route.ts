import Type, { type Static } from "typebox";
import { findAccount } from "../../accounts/index.ts";
import { showLedgerRound } from "../../admin/index.ts";
import type { Session } from "../../db/database.ts";
import { cursor, PaginationSchema } from "../../http/paging.ts";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { parseId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { type JournalStatus, listStatuses } from "../../ledger/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";

const maxSize = 100;

const Query = strictObject({
  "page[size]": Type.Optional(Type.Integer({ minimum: 1, maximum: maxSize })),
  "page[after]": cursor("The `pagination.next` cursor of the previous page."),
});

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

const JournalsSchema = named(
  "ConsoleLedgerJournals",
  Type.Object({
    journals: Type.Array(JournalSchema),
    pagination: PaginationSchema,
    round: Type.Union([
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
    ]),
  }),
);

export function journalsRoute({ database }: ConsoleDeps): Route {
  return consoleRead({
    path: `${consolePath}/ledger/journals`,
    operationId: "listLedgerJournals",
    summary: "List the journals of all tenants with their verification state",
    access: { permission: "ledger.read" },
    query: Query,
    responses: { 200: { description: "A page, ordered by tenant and network.", schema: JournalsSchema } },
    handle: async (request) => {
      const page = request.page();
      const [tenantId = "", network = ""] = page.position?.split(" ") ?? [];
      const after = page.position === undefined ? undefined : { tenantId, network };
      const found = await listStatuses(database, { after, limit: page.size + 1 });
      const shown = found.slice(0, page.size);
      const last = shown.at(-1);
      const hasMore = found.length > page.size && last !== undefined;
      const next = hasMore ? page.cursorAt(`${last.tenantId} ${last.network}`) : null;
      const names = await namesOf(database, shown);
      return {
        journals: shown.map((journalStatus) => present(journalStatus, names)),
        pagination: { page_size: page.size, next, prev: null },
        round: await roundOf(database),
      };
    },
  });
}

/** A page has at most a hundred. */
async function namesOf(
  session: Session,
  statuses: readonly JournalStatus[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const tenantId of new Set(statuses.map((each) => each.tenantId))) {
    const accountId = parseId<"account">(tenantId);
    const account = accountId && (await findAccount(session, { tenantId, accountId }));
    if (account !== undefined) names.set(tenantId, account.name);
  }
  return names;
}

function present(
  journalStatus: JournalStatus,
  names: ReadonlyMap<string, string>,
): Static<typeof JournalSchema> {
  const { tenantId, network, sequence, hash, at, verifiedSequence, verifiedAt } = journalStatus;
  return {
    tenant_id: tenantId,
    tenant_name: names.get(tenantId) ?? null,
    network,
    sequence: sequence.toString(),
    hash: hash.toString("hex"),
    at: formatInstant(at),
    verified_sequence: verifiedSequence?.toString() ?? null,
    verified_at: verifiedAt === null ? null : formatInstant(verifiedAt),
  };
}

async function roundOf(database: Parameters<typeof showLedgerRound>[0]["database"]) {
  const round = await showLedgerRound({ database });
  if (round === undefined) return null;
  const { ended: ended_at, journals, findings, unverified } = round;
  return { ended_at, journals, findings, unverified };
}
