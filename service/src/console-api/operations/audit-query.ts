import Type, { type Static } from "typebox";
import type { AuditPosition, AuditQuery } from "../../audit/index.ts";
import { DateTimeSchema, IdSchema } from "../../http/schemas.ts";
import { type AccountId, parseId, type TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant, parseInstant } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";

const maxTextLength = 200;
const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: maxTextLength, description }));

/** By which entries can be looked for, within a workspace and everywhere. */
export const auditFilters = {
  account_id: Type.Optional(IdSchema),
  actor: text("An application's or a person's id, or the name of whoever else acted."),
  action: text("Such as `transfer.create`."),
  subject_id: text("What was changed."),
  request_id: text("Within which request."),
  since: Type.Optional(DateTimeSchema),
  until: Type.Optional(DateTimeSchema),
};

/** Only for those who see the logs of all tenants. */
export const tenantFilter = {
  tenant_id: Type.Optional(
    Type.String({
      pattern: "^(?:[0-9A-Za-z]{26}|platform)$",
      description: "A tenant, or `platform` for what the service did to itself.",
    }),
  ),
};

const AllFilters = Type.Object({ ...auditFilters, ...tenantFilter });

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
  const detail = "must be a moment such as 2026-11-15T12:00:00Z";
  const errors = [{ pointer: `/query/${name}`, detail }];
  throw new RefusalError(refuse("validation_failed", `${name} ${detail}`, { errors }));
}

/** A place in the log, as it stands in a cursor. */
export function positionText({ at, id }: AuditPosition): string {
  return `${formatInstant(at)} ${id}`;
}

/** Undefined when the text is none; a cursor is signed, so that is a bug or a cursor of an older build. */
export function readPosition(position: string): AuditPosition | undefined {
  const [moment = "", id = ""] = position.split(" ");
  const [at, entryId] = [parseInstant(moment), parseId<"audit-entry">(id)];
  return at === undefined || entryId === undefined ? undefined : { at, id: entryId };
}
