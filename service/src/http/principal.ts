import type { Awaitable } from "../kernel/awaitable.ts";
import type { AccountId, ApplicationId, Network, TenantId, UserId } from "../kernel/id.ts";
import type { Refusal } from "../kernel/refusal.ts";
import type { Scope } from "./scopes.ts";

/** The authenticated caller: acts for one account, on one network, with certain scopes. */
export interface Principal {
  readonly caller: Caller;
  readonly accountId: AccountId;
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly scopes: ReadonlySet<Scope>;
}

/** An application with its token, or a console user. Idempotency keys and limits are per caller. */
export type Caller =
  | { readonly type: "application"; readonly id: ApplicationId }
  | { readonly type: "user"; readonly id: UserId };

/** An access token, and how it is used. */
export interface PresentedToken {
  readonly scheme: "Bearer" | "DPoP";
  readonly token: string;
  /** The header DPoP. */
  readonly proof: string | undefined;
  readonly method: string;
  /** Without query. */
  readonly path: string;
  /** IP address of the client. */
  readonly address: string;
}

/** The port through which the guard resolves an access token to its caller; `auth/` is its adapter. */
export type VerifyToken = (presented: PresentedToken) => Awaitable<Principal | Refusal>;

/** A signed-in console user whose permission has been checked. */
export interface SessionUser {
  readonly userId: UserId;
  readonly sessionId: string;
  /** False while only the password was shown. */
  readonly hasSecondFactor: boolean;
  /** For requests within one tenant and network. */
  readonly principal: Principal | undefined;
}

/** Credentials of a console request before it is authenticated. */
export interface SessionRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly params: Readonly<Record<string, string>>;
  readonly permission: string;
  /** The second factor must have been verified recently. */
  readonly isSensitive: boolean;
}

/** The port through which the guard identifies the console user; `users/` is its adapter. Undefined: not required. */
export type IdentifySessionUser = (
  sessionRequest: SessionRequest,
) => Promise<SessionUser | undefined | Refusal>;
