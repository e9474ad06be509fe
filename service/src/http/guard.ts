import type { FastifyRequest } from "fastify";
import { isRefusal, RefusalError, refuse } from "../kernel/refusal.ts";
import type { IdentifySessionUser, Principal, SessionUser, VerifyToken } from "./principal.ts";
import type { ConsoleAccess, Route } from "./route.ts";

const bearer = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
// Far longer than our own tokens; a longer one is not worth hashing.
const maxTokenLength = 4096;

export interface GuardDeps {
  readonly verifyToken: VerifyToken;
  readonly identifySessionUser: IdentifySessionUser;
}

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
