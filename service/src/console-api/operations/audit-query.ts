import Type, { type Static } from "typebox";
import type { AuditFilters } from "../../audit/index.ts";
import { readTime } from "../../http/read-time.ts";
import { DateTimeSchema, IdSchema } from "../../http/schemas.ts";
import type { AccountId, TenantId } from "../../kernel/id.ts";

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

export function readFilters(query: Static<typeof AllFilters>): AuditFilters {
  return {
    tenantId: query.tenant_id as TenantId | "platform" | undefined,
    accountId: query.account_id as AccountId | undefined,
    subjectId: query.subject_id,
    actorId: query.actor,
    action: query.action,
    requestId: query.request_id,
    since: readTime("since", query.since),
    until: readTime("until", query.until),
  };
}
