import type { AnsweredRequest } from "../http/request-observer.ts";
import { assert } from "../kernel/assert.ts";
import type { AccountId, ApplicationId, Id, Network, NewId, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";

export type LoggedRequestId = Id<"api-request">;

/** A request of an application and what came of it, without anything that was sent but the ids in the path. */
export interface LoggedRequest {
  readonly id: LoggedRequestId;
  readonly tenantId: TenantId;
  readonly network: Network;
  /** Callers may choose it: two requests may have the same. */
  readonly requestId: string;
  readonly applicationId: ApplicationId;
  /** For which account the application acted. */
  readonly accountId: AccountId;
  readonly at: Instant;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly durationMs: number;
}

/** Only requests of applications are logged; what people do at the console is in the audit log. */
export function isLogged({ principal }: AnsweredRequest): boolean {
  return principal.caller.type === "application";
}

/** Each field by its name, because this is done for every request there is, and copying whole objects is slow. */
export function toLoggedRequest(newId: NewId, answered: AnsweredRequest): LoggedRequest {
  const { principal, requestId, at, method, path, operation, status, errorCode, durationMs } = answered;
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
