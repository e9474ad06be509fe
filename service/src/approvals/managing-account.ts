import { type ApiRequest, accountIn, principalOf } from "../http/route.ts";
import type { TenantId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";

/** Rules and approvals belong to the managing account, and only it can see them. */
export function requireManagingAccount(request: ApiRequest): TenantId {
  const { tenantId, accountId } = principalOf(request);
  if ((accountId as string) === tenantId && accountIn(request) === tenantId) return tenantId;
  throw new RefusalError(refuse("not_found", "there is no managing account with this id"));
}
