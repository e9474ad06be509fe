import type { Session } from "../../db/database.ts";
import type { IdentifySessionUser, SessionRequest } from "../../http/principal.ts";
import { type Clock, instantFromMs } from "../../kernel/instant.ts";
import { refuse } from "../../kernel/refusal.ts";
import { decideVisit } from "./decide-visit.ts";
import { sessionIdleMs } from "./session.ts";
import type { SessionCookie } from "./session-cookie.ts";
import { digestToken, isToken } from "./session-token.ts";
import { findLiveSession, noteSeen } from "./store.ts";

export interface SessionUserDeps {
  readonly database: Session;
  readonly clock: Clock;
  readonly cookie: SessionCookie;
  /** URL of the console; only requests from its pages are accepted. */
  readonly baseUrl: string;
}

/** Other sites can't send this header without a CORS preflight, which is rejected. */
export const consoleHeader = "x-florin-console";
/** Set by the console on requests that it sends while the user is idle. */
const unattendedHeader = "x-florin-unattended";
/** Precision of the last activity; each update is a write. */
const seenEveryMs = 60_000;

/** Authenticates a console request by its cookie, and checks that it comes from the console. */
export function createIdentifySessionUser(deps: SessionUserDeps): IdentifySessionUser {
  const { origin } = new URL(deps.baseUrl);
  return async (sessionRequest) => {
    if (!isOurs(sessionRequest, origin))
      return refuse("cross_site_request", "requests must come from the console");
    if (sessionRequest.permission === "public") return undefined;
    const token = deps.cookie.read(sessionRequest.headers);
    const now = deps.clock.now();
    const usedSince = instantFromMs(now - sessionIdleMs);
    const session =
      token === undefined || !isToken(token)
        ? undefined
        : await findLiveSession(deps.database, digestToken(token), { now, usedSince });
    if (session === undefined) return refuse("sign_in_required", "sign in first");
    if (isUse(sessionRequest) && now - session.seenAt > seenEveryMs)
      await noteSeen(deps.database, { id: session.id, seenAt: now });
    return decideVisit(session, sessionRequest, now);
  };
}

/**
 * Browsers report the origin of a request (Fetch Metadata) and don't let other sites set our header. State-changing
 * requests need the header; reads don't, because a document in a frame or a stream can't send one.
 */
function isOurs({ method, headers }: SessionRequest, origin: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && !(site === "none" && method === "GET")) return false;
  if (method === "GET" || method === "HEAD") return true;
  if (headers[consoleHeader] !== "1") return false;
  return headers["origin"] === undefined || headers["origin"] === origin || isSameHost(headers);
}

/** A page that refreshes itself, or a reconnecting stream, is not user activity: the session may expire meanwhile. */
function isUse({ headers }: SessionRequest): boolean {
  return headers[unattendedHeader] !== "1" && headers["accept"] !== "text/event-stream";
}

/** The service may be reached by another name than the configured one. */
function isSameHost({ origin, host }: SessionRequest["headers"]): boolean {
  if (typeof origin !== "string" || typeof host !== "string" || !URL.canParse(origin)) return false;
  return new URL(origin).host === host;
}
