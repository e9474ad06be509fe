import Type, { type Static } from "typebox";
import type { AuditPosition, AuditQuery } from "../../audit/index.ts";
import { readTime } from "../../http/read-time.ts";
import { DateTimeSchema, IdSchema } from "../../http/schemas.ts";
import { type AccountId, parseId, type TenantId } from "../../kernel/id.ts";
import { formatInstant, parseInstant } from "../../kernel/instant.ts";

const maxTextLength = 200;
const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: maxTextLength, description }));

/** Filters available in a workspace and across tenants. */
export const auditFilters = {
  account_id: Type.Optional(IdSchema),
  actor: text("Id of an application or user, or the name of another actor."),
  action: text("Such as `transfer.create`."),
  subject_id: text("Id of the target."),
  request_id: text("Request id."),
  since: Type.Optional(DateTimeSchema),
  until: Type.Optional(DateTimeSchema),
};

/** Filters only for readers of all tenants' logs. */
export const tenantFilter = {
  tenant_id: Type.Optional(
    Type.String({
      pattern: "^(?:[0-9A-Za-z]{26}|platform)$",
      description: "A tenant, or `platform` for platform entries.",
    }),
  ),
};

export const AllFilters = Type.Object({ ...auditFilters, ...tenantFilter });

export function readFilters(query: Static<typeof AllFilters>): Omit<AuditQuery, "limit"> {
  const { tenant_id, account_id, subject_id, actor, action, request_id } = query;
  const [since, until] = [readTime("since", query.since), readTime("until", query.until)];
  return {
    ...(tenant_id === undefined ? {} : { tenantId: tenant_id as TenantId | "platform" }),
    ...(account_id === undefined ? {} : { accountId: account_id as AccountId }),
    ...(subject_id === undefined ? {} : { subjectId: subject_id }),
    ...(actor === undefined ? {} : { actorId: actor }),
    ...(action === undefined ? {} : { action }),
    ...(request_id === undefined ? {} : { requestId: request_id }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

/** A position in the log, as encoded in a cursor. */
export function positionText({ at, id }: AuditPosition): string {
  return `${formatInstant(at)} ${id}`;
}

/** Undefined if malformed; cursors are signed, so that means a bug or a cursor of an older build. */
export function readPosition(position: string): AuditPosition | undefined {
  const [moment = "", id = ""] = position.split(" ");
  const [at, entryId] = [parseInstant(moment), parseId<"audit-entry">(id)];
  return at === undefined || entryId === undefined ? undefined : { at, id: entryId };
}
