import type { RowOf } from "../db/table.ts";
import type { CompletedRequest } from "../http/request-observer.ts";
import { assert } from "../kernel/assert.ts";
import type { Json } from "../kernel/canonical-json.ts";
import type { Id, NewId } from "../kernel/id.ts";
import type { apiRequests } from "./tables.ts";

export type LoggedRequestId = Id<"api-request">;

/** A request of an application and its outcome. */
export type LoggedRequest = Omit<RowOf<typeof apiRequests>, "details">;

/** What was sent and returned, without secrets and personal data. Absent where nothing of it is stored. */
export interface RequestDetails {
  readonly idempotencyKey?: string | undefined;
  readonly query?: Json | undefined;
  readonly body?: Json | undefined;
  readonly response?: Json | undefined;
}

/** Not logged: a client that follows the log would fill it with its own requests. */
export const readLogOperation = "listRequests";

/** Only requests of applications are logged; console activity is in the audit log. */
export function isLogged({ principal, operation }: CompletedRequest): boolean {
  return principal.caller.type === "application" && operation !== readLogOperation;
}

/** Copies field by field: this runs for every request, and spreading whole objects is slow. */
export function toLoggedRequest(newId: NewId, request: CompletedRequest): LoggedRequest {
  const { principal, requestId, at, method, path, operation, status, errorCode, durationMs } = request;
  const { caller, tenantId, network, accountId } = principal;
  assert(caller.type === "application", "only requests of applications are logged");
  const applicationId = caller.id;
  const id = newId<"api-request">();
  return {
    id,
    tenantId,
    network,
    requestId,
    applicationId,
    accountId,
    at,
    method,
    path,
    operation,
    status,
    errorCode,
    durationMs,
  };
}
