import Type, { type Static } from "typebox";
import type { RecordedEntry } from "../../audit/index.ts";
import type { Session } from "../../db/database.ts";
import { PaginationSchema } from "../../http/paging.ts";
import { present } from "../../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { type AuditAudience, auditSentence, loadActorNames } from "../../reports/index.ts";

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
    sentence: Type.String({ description: "Who did what, and the changed fields." }),
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
    const actor = nameOf(entry.actor);
    return present(AuditEntrySchema, {
      ...entry,
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
      subjectType: entry.subject.type,
      subjectId: entry.subject.id,
      sentence: auditSentence(entry, actor),
    });
  });
}
