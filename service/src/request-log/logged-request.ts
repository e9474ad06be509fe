import type { AnsweredRequest } from "../http/request-observer.ts";
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

/** Undefined for what people do at the console, which is not the API's log. */
export function toLoggedRequest(
  newId: NewId,
  { principal, ...answered }: AnsweredRequest,
): LoggedRequest | undefined {
  const { caller, tenantId, network, accountId } = principal;
  if (caller.type !== "application") return undefined;
  return { ...answered, id: newId<"api-request">(), tenantId, network, applicationId: caller.id, accountId };
}
