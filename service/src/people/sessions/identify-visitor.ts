import type { Session } from "../../db/database.ts";
import type { IdentifyVisitor, Knock } from "../../http/principal.ts";
import { type Clock, instantFromMs } from "../../kernel/instant.ts";
import { refuse } from "../../kernel/refusal.ts";
import { decideVisit } from "./decide-visit.ts";
import { sessionIdleMs } from "./session.ts";
import type { SessionCookie } from "./session-cookie.ts";
import { digestToken, isToken } from "./session-token.ts";
import { findLiveSession, noteSeen } from "./store.ts";

export interface VisitorDeps {
  readonly database: Session;
  readonly clock: Clock;
  readonly cookie: SessionCookie;
  /** Where the console is; its pages are the only ones whose requests are taken. */
  readonly baseUrl: string;
}

/** Pages of other sites cannot send this header along without asking first, and are not answered. */
export const consoleHeader = "x-florin-console";
/** The console says so itself of what it asks for while nobody is at it. */
const unattendedHeader = "x-florin-unattended";
/** How exactly it is known when somebody was last there; each note is a write. */
const seenEveryMs = 60_000;

/** Who is at the console, by the cookie, and whether the request is the console's own. */
export function createIdentifyVisitor(deps: VisitorDeps): IdentifyVisitor {
  const { origin } = new URL(deps.baseUrl);
  return async (knock) => {
    if (!isOurs(knock, origin)) return refuse("cross_site_request", "this is for the console's own pages");
    if (knock.permission === "nobody") return undefined;
    const token = deps.cookie.read(knock.headers);
    const now = deps.clock.now();
    const usedSince = instantFromMs(now - sessionIdleMs);
    const session =
      token === undefined || !isToken(token)
        ? undefined
        : await findLiveSession(deps.database, digestToken(token), { now, usedSince });
    if (session === undefined) return refuse("sign_in_required", "sign in first");
    if (isUse(knock) && now - session.seenAt > seenEveryMs) await noteSeen(deps.database, session.id, now);
    return decideVisit(session, knock, now);
  };
}

/**
 * Browsers say where a request comes from (Fetch Metadata), and let no other site set our header. What changes something
 * needs the header; what only reads can do without, for a document in a frame or a stream cannot bring one.
 */
function isOurs({ method, headers }: Knock, origin: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && !(site === "none" && method === "GET")) return false;
  if (method === "GET" || method === "HEAD") return true;
  if (headers[consoleHeader] !== "1") return false;
  return headers["origin"] === undefined || headers["origin"] === origin || isSameHost(headers);
}

/** A page that refreshes itself, or a stream that is opened anew, is nobody's doing: the session may run out meanwhile. */
function isUse({ headers }: Knock): boolean {
  return headers[unattendedHeader] !== "1" && headers["accept"] !== "text/event-stream";
}

/** Somebody may reach the service by another name than the one it was configured with. */
function isSameHost({ origin, host }: Knock["headers"]): boolean {
  if (typeof origin !== "string" || typeof host !== "string" || !URL.canParse(origin)) return false;
  return new URL(origin).host === host;
}
