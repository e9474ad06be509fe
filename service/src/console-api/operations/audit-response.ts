import Type, { type Static } from "typebox";
import type { RecordedEntry } from "../../audit/index.ts";
import type { Session } from "../../db/database.ts";
import { PaginationSchema } from "../../http/paging.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { type AuditAudience, loadActorNames, type NamedActor } from "../../reports/index.ts";

const FieldsSchema = Type.Unsafe<Readonly<Record<string, string | number | boolean | null>> | null>({
  type: ["object", "null"],
  additionalProperties: { type: ["string", "number", "boolean", "null"] },
});

export const AuditEntrySchema = named(
  "ConsoleAuditEntry",
  Type.Object({
    id: IdSchema,
    at: DateTimeSchema,
    tenant_id: nullableString({ description: "Null for platform entries." }),
    network: nullableString({ description: "Null for both networks." }),
    account_id: nullableString(),
    actor_type: Type.Enum(["application", "user", "operator", "system"]),
    actor_id: nullableString({ description: "Id of an application or user." }),
    actor_name: nullableString({ description: "Null if the name is unknown or hidden." }),
    request_id: nullableString(),
    action: Type.String(),
    subject_type: Type.String(),
    subject_id: Type.String(),
    before: FieldsSchema,
    after: FieldsSchema,
  }),
);

export type AuditEntryResponse = Static<typeof AuditEntrySchema>;

export const AuditPageSchema = named(
  "ConsoleAuditPage",
  Type.Object({
    entries: Type.Array(AuditEntrySchema, { description: "Newest first." }),
    stopped_at: nullableString({
      format: "date-time",
      description:
        "Set if the scan stopped here because filters skipped too many entries; `pagination.next` continues.",
    }),
    pagination: PaginationSchema,
  }),
);

/** Includes the names of the actors. */
export async function presentEntries(
  session: Session,
  entries: readonly RecordedEntry[],
  audience: AuditAudience,
): Promise<readonly AuditEntryResponse[]> {
  const actors = entries.map(({ actor }) => actor);
  const nameOf = await loadActorNames(session, actors, audience);
  return entries.map((entry) => {
    const { id, at, tenantId, network, accountId, requestId, action, subject, before, after } = entry;
    return {
      id,
      at: formatInstant(at),
      tenant_id: tenantId ?? null,
      network: network ?? null,
      account_id: accountId ?? null,
      ...actorFields(nameOf(entry.actor)),
      request_id: requestId ?? null,
      action,
      subject_type: subject.type,
      subject_id: subject.id,
      before: before ?? null,
      after: after ?? null,
    };
  });
}

function actorFields({ type, id, name }: NamedActor) {
  return { actor_type: type, actor_id: id ?? null, actor_name: name ?? null };
}
