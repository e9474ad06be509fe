import type { AccountId, ApplicationId, Network, PersonId, TenantId } from "../kernel/id.ts";
import type { Refusal } from "../kernel/refusal.ts";
import type { Scope } from "./scopes.ts";

/** Who is asking: somebody who acts for one account, in one network, with certain scopes. */
export interface Principal {
  readonly caller: Caller;
  readonly accountId: AccountId;
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly scopes: ReadonlySet<Scope>;
}

/** An application with its token, or a person at the console. Keys and limits are of one caller. */
export type Caller =
  | { readonly type: "application"; readonly id: ApplicationId }
  | { readonly type: "person"; readonly id: PersonId };

/** The port through which the guard asks whom a bearer token belongs to; `auth/` is its adapter. */
export type VerifyToken = (bearerToken: string) => Promise<Principal | Refusal>;

/** Who is at the console. What the person may do has been asked. */
export interface Visitor {
  readonly personId: PersonId;
  readonly sessionId: string;
  /** For what happens inside of one tenant and network. */
  readonly principal: Principal | undefined;
}

/** What a request of the console shows of itself before it is let in. */
export interface Knock {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly params: Readonly<Record<string, string>>;
  readonly permission: string;
  /** The second factor must have been shown lately. */
  readonly isSensitive: boolean;
}

/** The port through which the guard asks who is at the console; `people/` is its adapter. Undefined: nobody need be. */
export type IdentifyVisitor = (knock: Knock) => Promise<Visitor | undefined | Refusal>;
