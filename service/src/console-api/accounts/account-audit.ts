import Type, { type Static } from "typebox";
import { requireVisibleAccount } from "../../accounts/index.ts";
import { type RecordedEntry, readAudit } from "../../audit/index.ts";
import { principalOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleTag, workspacePath } from "../console-tag.ts";

const maxEntries = 100;

const ChangedFields = Type.Unsafe<Readonly<Record<string, string | number | boolean | null>> | null>({
  type: ["object", "null"],
  additionalProperties: { type: ["string", "number", "boolean", "null"] },
});

const EntrySchema = named(
  "ConsoleAccountAuditEntry",
  Type.Object({
    id: IdSchema,
    at: DateTimeSchema,
    action: Type.String(),
    actor_type: Type.String(),
    actor: Type.String({ description: "An id, or a name." }),
    subject_type: Type.String(),
    subject_id: Type.String(),
    request_id: nullableString(),
    before: ChangedFields,
    after: ChangedFields,
  }),
);

const EntriesSchema = named(
  "ConsoleAccountAudit",
  Type.Object({
    entries: Type.Array(EntrySchema, { description: "Newest first." }),
    is_complete: Type.Boolean({ description: "False when there are more than are shown." }),
  }),
);

export function accountAuditRoute({ database }: Pick<ConsoleDeps, "database">): Route {
  return {
    method: "GET",
    path: `${workspacePath}/account-records/{account_id}/audit`,
    operationId: "listAccountAudit",
    tag: consoleTag,
    summary: "Who changed what of an account",
    access: { permission: "audit.read" },
    answers: { 200: { description: "The latest entries.", schema: EntriesSchema } },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const principal = principalOf(request);
        const id = request.params["account_id"] ?? "";
        const { tenantId, id: accountId } = await requireVisibleAccount(database, principal, id);
        const found = await readAudit(database, { tenantId, accountId, limit: maxEntries + 1 });
        const entries = found
          .slice(0, maxEntries)
          // The workspace's own account is in both networks; what happened in the other one is not shown here.
          .filter(({ network }) => network === undefined || network === principal.network)
          .map(presentEntry);
        return { status: 200, body: { entries, is_complete: found.length <= maxEntries } };
      },
    },
  };
}

function presentEntry(entry: RecordedEntry): Static<typeof EntrySchema> {
  const { id, at, action, actor, subject, requestId, before, after } = entry;
  return {
    id,
    at: formatInstant(at),
    action,
    actor_type: actor.type,
    actor: "id" in actor ? actor.id : actor.name,
    subject_type: subject.type,
    subject_id: subject.id,
    request_id: requestId ?? null,
    before: before ?? null,
    after: after ?? null,
  };
}
