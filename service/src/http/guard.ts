import type { FastifyReply, FastifyRequest } from "fastify";
import { addressGroup } from "../kernel/address-group.ts";
import { type Awaitable, whenKnown } from "../kernel/awaitable.ts";
import { isRefusal, orThrow, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import { checkApiVersion, checkHeaders, checkMediaType } from "./conventions.ts";
import type { IdentifySessionUser, Principal, SessionUser, VerifyToken } from "./principal.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { ApiRequest, ConsoleAccess, Route } from "./route.ts";
import type { Scope } from "./scopes.ts";

const credentials = /^(Bearer|DPoP) +([A-Za-z0-9\-._~+/]+=*)$/i;
// Far longer than our own tokens; a longer one is not worth hashing.
const maxTokenLength = 4096;

export interface GuardDeps {
  readonly verifyToken: VerifyToken;
  readonly identifySessionUser: IdentifySessionUser;
  readonly requireConfirmation: RequireConfirmation;
  readonly refuseConsoleAddress: RefuseConsoleAddress;
  /** Undefined switches rate limiting off, for benchmarks. */
  readonly rateLimiter: RateLimiter | undefined;
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

type Guard = (request: FastifyRequest, reply: FastifyReply) => Awaitable<void>;

/**
 * Checks everything that comes before the body: headers, the caller, its rate limit, the media type. Synchronous while
 * tokens, revocations and limits are in memory.
 */
export function createGuard(deps: GuardDeps, route: Route): Guard {
  return (request, reply) => {
    checkHeaders(request);
    checkApiVersion(request);
    const admitted = authorize(deps, request, route);
    const settled = admitted instanceof Promise ? admitted.catch(refusalOf) : admitted;
    return whenKnown(settled, (result) => {
      if (!isRefusal(result)) Object.assign(request, result);
      return whenKnown(limitRate(deps, route, reply, result), () => {
        orThrow(result);
        checkMediaType(request, route);
      });
    });
  };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof RefusalError) return error.refusal;
  throw error;
}

function limitRate(
  { rateLimiter }: GuardDeps,
  { isProbe }: Route,
  reply: FastifyReply,
  admitted: Admitted | Refusal,
): Awaitable<void> {
  if (rateLimiter === undefined || isProbe === true) return;
  // By IP address, so that guessing tokens is rate limited too.
  const caller = callerOf(admitted) ?? `address ${addressGroup(reply.request.ip)}`;
  return whenKnown(rateLimiter.take(caller), ({ headers, refusal }) => {
    reply.headers(headers);
    if (refusal !== undefined) throw refusal;
  });
}

function callerOf(admitted: Admitted | Refusal): string | undefined {
  if (isRefusal(admitted)) return undefined;
  return admitted.sessionUser?.userId ?? admitted.principal?.caller.id;
}

/** Authenticates the caller: 401 without a valid token or session, 404 on the wrong network, 403 without the scope. */
export function authorize(
  deps: GuardDeps,
  request: FastifyRequest,
  route: Route,
): Awaitable<Admitted | Refusal> {
  const { access } = route;
  return whenKnown(refuseAddress(deps, request, route), (refusal): Awaitable<Admitted | Refusal> => {
    if (refusal !== undefined) return refusal;
    if (access === "public") return { principal: undefined, sessionUser: undefined };
    if ("permission" in access) return authorizeUser(deps, request, route, access);
    return whenKnown(verify(deps, request), (principal) => {
      if (isRefusal(principal)) return principal;
      // Recorded before the checks below, so that refused requests are attributed to their caller too.
      request.principal = principal;
      return (
        refuseNetwork(route, principal) ??
        refuseScope(access.scope, principal) ?? { principal, sessionUser: undefined }
      );
    });
  });
}

/** Also in front of sign-in. */
function refuseAddress(
  { refuseConsoleAddress }: GuardDeps,
  { ip, id }: FastifyRequest,
  { path }: Route,
): Awaitable<Refusal | undefined> {
  return path.startsWith("/console/") ? refuseConsoleAddress({ address: ip, requestId: id }) : undefined;
}

function verify({ verifyToken }: GuardDeps, request: FastifyRequest): Awaitable<Principal | Refusal> {
  const { authorization, dpop } = request.headers;
  const [, scheme = "", token] = credentials.exec(authorization ?? "") ?? [];
  if (token === undefined || token.length > maxTokenLength)
    return refuse("unauthorized", "send an access token: Authorization: Bearer <token>");
  const [path = ""] = request.url.split("?");
  return verifyToken({
    scheme: scheme.toLowerCase() === "dpop" ? "DPoP" : "Bearer",
    token,
    proof: typeof dpop === "string" ? dpop : undefined,
    method: request.method,
    path,
    address: request.ip,
  });
}

async function authorizeUser(
  { identifySessionUser }: GuardDeps,
  { method, headers, params }: FastifyRequest,
  route: Route,
  { permission, isSensitive = false }: ConsoleAccess,
): Promise<Admitted | Refusal> {
  const sessionUser = await identifySessionUser({
    method,
    headers,
    params: params as Readonly<Record<string, string>>,
    permission,
    isSensitive,
  });
  if (isRefusal(sessionUser)) return sessionUser;
  const principal = sessionUser?.principal;
  const refusal = principal === undefined ? undefined : refuseNetwork(route, principal);
  return refusal ?? { principal, sessionUser };
}

function refuseNetwork(route: Route, { network }: Principal): Refusal | undefined {
  if (route.network === undefined || network === route.network) return undefined;
  return refuse("not_found", `there is no such path on ${network}`);
}

function refuseScope(scope: Scope | undefined, { scopes }: Principal): Refusal | undefined {
  if (scope === undefined || scopes.has(scope)) return undefined;
  return refuse("insufficient_scope", `this endpoint requires the scope ${scope}`);
}

/**
 * The last check, of a validated request: the user must have confirmed it. A session without the second factor only
 * reaches operations that check it themselves, to set up the first one.
 */
export function confirm(deps: GuardDeps, route: Route, request: ApiRequest): Awaitable<Refusal | undefined> {
  const { access } = route;
  if (access === "public" || !("permission" in access) || access.confirmation === undefined) return undefined;
  if (request.sessionUser?.hasSecondFactor === false) return undefined;
  if (access.confirmation === "mainnet" && request.principal?.network !== "mainnet") return undefined;
  return deps.requireConfirmation(route, request);
}
