import type { AccountId, ApplicationId, Network, TenantId } from "../kernel/id.ts";
import type { Refusal } from "../kernel/refusal.ts";
import type { Scope } from "./scopes.ts";

/** Who is asking: an application of one account, in one network, with the scopes of its token. */
export interface Principal {
  readonly applicationId: ApplicationId;
  readonly accountId: AccountId;
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly scopes: ReadonlySet<Scope>;
}

/** The port through which the guard asks whom a bearer token belongs to; `auth/` is its adapter. */
export type VerifyToken = (bearerToken: string) => Promise<Principal | Refusal>;
