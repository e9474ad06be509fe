import { type AttemptLimiter, createAttemptLimiter } from "../../auth/index.ts";
import { type Answer, type ApiRequest, causeOf, visitorOf } from "../../http/route.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { type PersonId, parseId } from "../../kernel/id.ts";
import {
  type Arrival,
  createPasswordHasher,
  type PasskeyDeps,
  type PasswordHasher,
  relyingPartyOf,
  type SessionCookie,
  type SessionId,
} from "../../people/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";

/** What the endpoints about people are made from. */
export interface PeopleConsole extends PasskeyDeps {
  readonly hasher: PasswordHasher;
  readonly attempts: AttemptLimiter;
  readonly cookie: SessionCookie;
  readonly baseUrl: string;
}

export function createPeopleConsole(deps: ConsoleDeps): PeopleConsole {
  const { database, clock, newId, keyRing, cookie, config } = deps;
  return {
    database,
    clock,
    newId,
    keyRing,
    cookie,
    baseUrl: config.baseUrl,
    hasher: createPasswordHasher(),
    attempts: createAttemptLimiter(clock),
    relyingParty: relyingPartyOf(config.baseUrl),
  };
}

/** Who asks, in which session. */
export function standingOf(request: ApiRequest): {
  readonly personId: PersonId;
  readonly sessionId: SessionId;
  readonly cause: Cause;
} {
  const { personId, sessionId: text } = visitorOf(request);
  const sessionId = parseId<"console-session">(text);
  assert(sessionId !== undefined, "a session has an id");
  return { personId, sessionId, cause: causeOf(request) };
}

/** Where somebody comes from who is not signed in yet. */
export function arrivalOf({ cookie }: PeopleConsole, request: ApiRequest): Arrival {
  const userAgent = request.headers["user-agent"];
  return {
    seat: {
      userAgent: typeof userAgent === "string" ? userAgent : "",
      clientAddress: request.clientAddress,
    },
    requestId: request.requestId,
    earlierToken: cookie.read(request.headers),
  };
}

/** An answer that also puts a session's new token into the browser. */
export function withToken({ cookie }: PeopleConsole, token: string, answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, "set-cookie": cookie.write(token) } };
}
