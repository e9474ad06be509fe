import { findAccount } from "../accounts/index.ts";
import type { Session } from "../db/database.ts";
import { type AccountId, type Network, parseId, type TenantId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";

/** Scope of limits and fees as given by an operator: one or all accounts of a tenant; one or any transfer type. */
export interface TermInput {
  readonly managingAccountId: string;
  readonly network: Network;
  readonly accountId: string | undefined;
  readonly transferType: string | undefined;
}

export interface TermScope {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId | undefined;
  readonly transferType: string | undefined;
}

/** The scope, after checking that everything in it exists. */
export async function requireTermScope(session: Session, request: TermInput): Promise<TermScope> {
  const { network, transferType } = request;
  const tenantId = await requireTenant(session, request.managingAccountId);
  if (request.accountId === undefined) return { tenantId, network, accountId: undefined, transferType };
  const accountId = parseId<"account">(request.accountId);
  const account = accountId && (await findAccount(session, { tenantId, accountId }));
  if (account === undefined || (account.kind === "managed" && account.network !== network)) {
    throw new RefusalError(refuse("not_found", `account not found on ${network} for this managing account`));
  }
  return { tenantId, network, accountId: account.id, transferType };
}

/** A managing account is its own tenant. */
export async function requireTenant(session: Session, managingAccountId: string): Promise<TenantId> {
  const accountId = parseId<"account">(managingAccountId);
  const tenantId = parseId<"tenant">(managingAccountId);
  if (accountId !== undefined && tenantId !== undefined) {
    const account = await findAccount(session, { tenantId, accountId });
    if (account?.kind === "managing") return tenantId;
  }
  throw new RefusalError(refuse("not_found", "managing account not found"));
}
