import type { FastifyRequest } from "fastify";
import { isRefusal, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import type { IdentifySessionUser, Principal, SessionUser, VerifyToken } from "./principal.ts";
import type { ApiRequest, ConsoleAccess, Route } from "./route.ts";

const credentials = /^(Bearer|DPoP) +([A-Za-z0-9\-._~+/]+=*)$/i;
// Far longer than our own tokens; a longer one is not worth hashing.
const maxTokenLength = 4096;

export interface GuardDeps {
  readonly verifyToken: VerifyToken;
  readonly identifySessionUser: IdentifySessionUser;
  readonly requireConfirmation: RequireConfirmation;
  readonly refuseConsoleAddress: RefuseConsoleAddress;
}

/** The port that consumes the user's confirmation of this very request, or requests one; `users/` is its adapter. */
export type RequireConfirmation = (route: Route, request: ApiRequest) => Promise<Refusal | undefined>;

/** The port that refuses IP addresses from which the console may not be used. */
export type RefuseConsoleAddress = (client: {
  readonly address: string;
  readonly requestId: string;
}) => Promise<Refusal | undefined>;

/** The authenticated caller. */
export interface Admitted {
  readonly principal: Principal | undefined;
  readonly sessionUser: SessionUser | undefined;
}

/** Authenticates the caller: 401 without a valid token or session, 404 on the wrong network, 403 without the scope. */
export async function authorize(deps: GuardDeps, request: FastifyRequest, route: Route): Promise<Admitted> {
  const { access } = route;
  await requireConsoleAddress(deps, request, route);
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

/** Also in front of sign-in. */
async function requireConsoleAddress(
  { refuseConsoleAddress }: GuardDeps,
  { ip, id }: FastifyRequest,
  { path }: Route,
): Promise<void> {
  if (!path.startsWith("/console/")) return;
  const refusal = await refuseConsoleAddress({ address: ip, requestId: id });
  if (refusal !== undefined) throw new RefusalError(refusal);
}

async function verify({ verifyToken }: GuardDeps, request: FastifyRequest): Promise<Principal> {
  const { authorization, dpop } = request.headers;
  const [, scheme = "", token] = credentials.exec(authorization ?? "") ?? [];
  if (token === undefined || token.length > maxTokenLength) {
    throw new RefusalError(refuse("unauthorized", "send an access token: Authorization: Bearer <token>"));
  }
  const [path = ""] = request.url.split("?");
  const principal = await verifyToken({
    scheme: scheme.toLowerCase() === "dpop" ? "DPoP" : "Bearer",
    token,
    proof: typeof dpop === "string" ? dpop : undefined,
    method: request.method,
    path,
    address: request.ip,
  });
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
