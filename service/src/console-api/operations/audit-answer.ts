import Type, { type Static } from "typebox";
import type { RecordedEntry } from "../../audit/index.ts";
import { findNamedApplications } from "../../auth/index.ts";
import type { Session } from "../../db/database.ts";
import { PaginationSchema } from "../../http/paging.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import type { Actor } from "../../kernel/cause.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { findPeopleNames } from "../../people/index.ts";

/** Who looks: one of those who run the service, or somebody of the tenant, who is not told which of those did something. */
export type AuditAudience = "operators" | "members";

const FieldsSchema = Type.Unsafe<Readonly<Record<string, string | number | boolean | null>> | null>({
  type: ["object", "null"],
  additionalProperties: { type: ["string", "number", "boolean", "null"] },
});

const AuditEntrySchema = named(
  "ConsoleAuditEntry",
  Type.Object({
    id: IdSchema,
    at: DateTimeSchema,
    tenant_id: nullableString({ description: "Null for what the service did to itself." }),
    network: nullableString({ description: "Null for what both networks share." }),
    account_id: nullableString(),
    actor_type: Type.Enum(["application", "person", "operator", "system"]),
    actor_id: nullableString({ description: "Of an application or a person." }),
    actor_name: nullableString({ description: "Null where the name is not known, or not told." }),
    request_id: nullableString(),
    action: Type.String(),
    subject_type: Type.String(),
    subject_id: Type.String(),
    before: FieldsSchema,
    after: FieldsSchema,
  }),
);

export type AuditEntryAnswer = Static<typeof AuditEntrySchema>;

export const AuditPageSchema = named(
  "ConsoleAuditPage",
  Type.Object({
    entries: Type.Array(AuditEntrySchema, { description: "Newest first." }),
    stopped_at: nullableString({
      format: "date-time",
      description:
        "Set when filters passed over so many entries that the look ended here; `pagination.next` goes on.",
    }),
    pagination: PaginationSchema,
  }),
);

/** With the names of those who acted. */
export async function presentEntries(
  session: Session,
  entries: readonly RecordedEntry[],
  audience: AuditAudience,
): Promise<readonly AuditEntryAnswer[]> {
  const actors = entries.map(({ actor }) => actor);
  const nameOf = await loadNames(session, actors, audience);
  return entries.map((entry) => {
    const { id, at, tenantId, network, accountId, requestId, action, subject, before, after } = entry;
    return {
      id,
      at: formatInstant(at),
      tenant_id: tenantId ?? null,
      network: network ?? null,
      account_id: accountId ?? null,
      ...nameOf(entry.actor),
      request_id: requestId ?? null,
      action,
      subject_type: subject.type,
      subject_id: subject.id,
      before: before ?? null,
      after: after ?? null,
    };
  });
}

type ActorAnswer = Pick<AuditEntryAnswer, "actor_type" | "actor_id" | "actor_name">;

const someOperator: ActorAnswer = { actor_type: "operator", actor_id: null, actor_name: null };

async function loadNames(
  session: Session,
  actors: readonly Actor[],
  audience: AuditAudience,
): Promise<(actor: Actor) => ActorAnswer> {
  const personIds = actors.flatMap((actor) => (actor.type === "person" ? [actor.id] : []));
  const clientIds = actors.flatMap((actor) => (actor.type === "application" ? [actor.id] : []));
  const [people, applications] = await Promise.all([
    findPeopleNames(session, [...new Set(personIds)]),
    findNamedApplications(session, [...new Set(clientIds)]),
  ]);
  const applicationNames = new Map(applications.map(({ id, name }) => [id, name]));
  return (actor) => {
    switch (actor.type) {
      case "application":
        return {
          actor_type: actor.type,
          actor_id: actor.id,
          actor_name: applicationNames.get(actor.id) ?? null,
        };
      case "person": {
        const person = people.get(actor.id);
        if (audience === "members" && person?.isOperator !== false) return someOperator;
        return { actor_type: actor.type, actor_id: actor.id, actor_name: person?.name ?? null };
      }
      case "operator":
        return audience === "members"
          ? someOperator
          : { actor_type: actor.type, actor_id: null, actor_name: actor.name };
      case "system":
        return { actor_type: actor.type, actor_id: null, actor_name: actor.name };
    }
  };
}
