import type { FastifyRequest } from "fastify";
import { isRefusal, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import type { IdentifySessionUser, Principal, SessionUser, VerifyToken } from "./principal.ts";
import type { ApiRequest, ConsoleAccess, Route } from "./route.ts";

const bearer = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
// Far longer than our own tokens; a longer one is not worth hashing.
const maxTokenLength = 4096;

export interface GuardDeps {
  readonly verifyToken: VerifyToken;
  readonly identifySessionUser: IdentifySessionUser;
  readonly requireConfirmation: RequireConfirmation;
}

/** The port that consumes the user's confirmation of this very request, or requests one; `users/` is its adapter. */
export type RequireConfirmation = (route: Route, request: ApiRequest) => Promise<Refusal | undefined>;

/** The authenticated caller. */
export interface Admitted {
  readonly principal: Principal | undefined;
  readonly sessionUser: SessionUser | undefined;
}

/** Authenticates the caller: 401 without a valid token or session, 404 on the wrong network, 403 without the scope. */
export async function authorize(deps: GuardDeps, request: FastifyRequest, route: Route): Promise<Admitted> {
  const { access } = route;
  if (access === "public") return { principal: undefined, sessionUser: undefined };
  if ("permission" in access) {
    const sessionUser = await identify(deps, request, access);
    if (sessionUser?.principal !== undefined) requireNetwork(route, sessionUser.principal);
    return { principal: sessionUser?.principal, sessionUser };
  }
  const principal = await verify(deps, request);
  // Recorded before the checks below, so that refused requests are attributed to their caller too.
  request.principal = principal;
  requireNetwork(route, principal);
  const { scope } = access;
  if (scope !== undefined && !principal.scopes.has(scope)) {
    throw new RefusalError(refuse("insufficient_scope", `this endpoint requires the scope ${scope}`));
  }
  return { principal, sessionUser: undefined };
}

async function verify({ verifyToken }: GuardDeps, request: FastifyRequest): Promise<Principal> {
  const token = bearer.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined || token.length > maxTokenLength) {
    throw new RefusalError(refuse("unauthorized", "send an access token: Authorization: Bearer <token>"));
  }
  const principal = await verifyToken(token);
  if (isRefusal(principal)) throw new RefusalError(principal);
  return principal;
}

async function identify(
  { identifySessionUser }: GuardDeps,
  { method, headers, params }: FastifyRequest,
  { permission, isSensitive = false }: ConsoleAccess,
): Promise<SessionUser | undefined> {
  const sessionUser = await identifySessionUser({
    method,
    headers,
    params: params as Readonly<Record<string, string>>,
    permission,
    isSensitive,
  });
  if (isRefusal(sessionUser)) throw new RefusalError(sessionUser);
  return sessionUser;
}

function requireNetwork(route: Route, { network }: Principal): void {
  if (route.network === undefined || network === route.network) return;
  throw new RefusalError(refuse("not_found", `there is no such path on ${network}`));
}

/**
 * The last check, of a validated request: the user must have confirmed it. A session without the second factor only
 * reaches operations that check it themselves, to set up the first one.
 */
export async function confirm(deps: GuardDeps, route: Route, request: ApiRequest): Promise<void> {
  const { access } = route;
  if (access === "public" || !("permission" in access) || access.confirmation === undefined) return;
  if (request.sessionUser?.hasSecondFactor === false) return;
  if (access.confirmation === "mainnet" && request.principal?.network !== "mainnet") return;
  const refusal = await deps.requireConfirmation(route, request);
  if (refusal !== undefined) throw new RefusalError(refusal);
}
