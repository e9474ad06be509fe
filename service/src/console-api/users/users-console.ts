import type { AttemptLimiter } from "../../auth/index.ts";
import { type ApiRequest, type ApiResponse, causeOf, sessionUserOf } from "../../http/route.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { parseId, type UserId } from "../../kernel/id.ts";
import {
  createPasswordHasher,
  createVisitCookie,
  type LocalSignIn,
  type PasskeyDeps,
  type PasswordHasher,
  type RequestLinkDeps,
  relyingPartyOf,
  type SessionCookie,
  type SessionId,
  type SignInAttempt,
  type SsoDeps,
} from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";

/** Dependencies of the user endpoints. */
export interface UsersConsole extends PasskeyDeps, RequestLinkDeps, LocalSignIn {
  readonly hasher: PasswordHasher;
  readonly attempts: AttemptLimiter;
  readonly cookie: SessionCookie;
  readonly baseUrl: string;
  readonly newAccessMs: number;
  /** Undefined without an identity provider. */
  readonly sso: SsoDeps | undefined;
  readonly visitCookie: SessionCookie;
}

export function createUsersConsole(deps: ConsoleDeps): UsersConsole {
  const { database, clock, newId, keyRing, cookie, config, attempts, jobQueue, sso, onBreakGlass } = deps;
  const base = { database, clock, newId, keyRing };
  return {
    ...base,
    cookie,
    visitCookie: createVisitCookie(config.baseUrl),
    sso: sso && { ...base, ...sso },
    allowsLocalSignIn: sso?.policy.allowsLocalSignIn ?? true,
    onBreakGlass,
    jobQueue,
    sendsMail: config.mail.server !== undefined,
    baseUrl: config.baseUrl,
    newAccessMs: config.newAccessMs,
    hasher: createPasswordHasher(),
    attempts,
    relyingParty: relyingPartyOf(config.baseUrl),
  };
}

/** The user and session of a request. */
export function membershipOf(request: ApiRequest): {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly cause: Cause;
} {
  const { userId, sessionId: text } = sessionUserOf(request);
  const sessionId = parseId<"console-session">(text);
  assert(sessionId !== undefined, "a session has an id");
  return { userId, sessionId, cause: causeOf(request) };
}

/** The client of a request without a session. */
export function signInAttemptOf({ cookie }: UsersConsole, request: ApiRequest): SignInAttempt {
  const userAgent = request.headers["user-agent"];
  return {
    sessionClient: {
      userAgent: typeof userAgent === "string" ? userAgent : "",
      clientAddress: request.clientAddress,
    },
    requestId: request.requestId,
    earlierToken: cookie.read(request.headers),
  };
}

/** A response that also sets a session's new token as the cookie. */
export function withToken({ cookie }: UsersConsole, token: string, response: ApiResponse): ApiResponse {
  return { ...response, headers: { ...response.headers, "set-cookie": cookie.write(token) } };
}
