import { integer, optional, sealed, smallint, text, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { AccountId, ApplicationId, Network, TenantId } from "../kernel/id.ts";
import type { LoggedRequestId } from "./logged-request.ts";

export function requestDetailsContext({
  tenantId,
  id,
}: {
  readonly tenantId: string;
  readonly id: string;
}): string {
  return `api_requests/${tenantId}/${id}/details`;
}

/** API requests and their outcomes, append-only, deleted after the retention period. */
export const apiRequests = table({
  name: "api_requests",
  owner: "request-log",
  place: "distributed",
  key: ["tenantId", "network", "id"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<LoggedRequestId>(),
    /** Callers may choose it, so it is not unique. */
    requestId: text(),
    applicationId: text<ApplicationId>(),
    /** The account that the application acted for. */
    accountId: text<AccountId>(),
    at: timestamptz(),
    method: text(),
    path: text(),
    operation: text(),
    status: smallint(),
    errorCode: optional(text()),
    durationMs: integer(),
    /** Sealed. */
    details: optional(sealed(requestDetailsContext, { expires: true })),
  },
});

/** Last request of each application. */
export const applicationUses = table({
  name: "application_uses",
  owner: "request-log",
  place: "distributed",
  key: ["tenantId", "applicationId"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    applicationId: text<ApplicationId>(),
    lastUsedAt: timestamptz(),
  },
});
