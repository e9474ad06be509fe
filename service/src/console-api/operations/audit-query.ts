import Type, { type Static } from "typebox";
import type { AuditPosition, AuditQuery } from "../../audit/index.ts";
import { DateTimeSchema, IdSchema } from "../../http/schemas.ts";
import { type AccountId, parseId, type TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant, parseInstant } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";

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
  const { tenant_id, account_id, subject_id, actor, action, request_id, since, until } = query;
  return {
    ...(tenant_id === undefined ? {} : { tenantId: tenant_id as TenantId | "platform" }),
    ...(account_id === undefined ? {} : { accountId: account_id as AccountId }),
    ...(subject_id === undefined ? {} : { subjectId: subject_id }),
    ...(actor === undefined ? {} : { actorId: actor }),
    ...(action === undefined ? {} : { action }),
    ...(request_id === undefined ? {} : { requestId: request_id }),
    ...(since === undefined ? {} : { since: readMoment("since", since) }),
    ...(until === undefined ? {} : { until: readMoment("until", until) }),
  };
}

function readMoment(name: string, value: string): Instant {
  const instant = parseInstant(value);
  if (instant !== undefined) return instant;
  const detail = "must be a time such as 2026-11-15T12:00:00Z";
  const errors = [{ pointer: `/query/${name}`, detail }];
  throw new RefusalError(refuse("validation_failed", `${name} ${detail}`, { errors }));
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
