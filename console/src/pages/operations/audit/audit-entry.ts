import type { ResponseBody } from "../../../api/client.ts";

export type AuditPage = ResponseBody<"/console/api/audit">;
export type AuditEntry = AuditPage["entries"][number];

/** Filters, kept in the URL. Times are local, without a time zone. */
export const filterDefaults = { tenant: "", actor: "", action: "", subject: "", since: "", until: "" };
export type AuditFilters = Readonly<Record<keyof typeof filterDefaults, string>>;

/** The filters as API query parameters. */
export function filterQuery({ actor, action, subject, since, until }: AuditFilters) {
  return {
    actor: given(actor),
    action: given(action),
    subject_id: given(subject),
    since: moment(since),
    until: moment(until),
  };
}

export function given(text: string): string | undefined {
  return text === "" ? undefined : text;
}

function moment(text: string): string | undefined {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Display name of the actor. */
export function actorWords({ actor_type, actor_name, actor_id }: AuditEntry): string {
  return actor_name ?? actor_id ?? (actor_type === "operator" ? "an operator" : actor_type);
}
