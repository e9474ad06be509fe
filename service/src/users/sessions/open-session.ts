import type { Session } from "../../db/database.ts";
import type { NewId, UserId } from "../../kernel/id.ts";
import { addMs, type Clock, type Instant } from "../../kernel/instant.ts";
import { type SessionId, sessionMaxAgeMs } from "./session.ts";
import { digestToken, newToken } from "./session-token.ts";
import { insertSession } from "./store.ts";

/** The client of a session, as far as the request reveals it. */
export interface SessionClient {
  readonly userAgent: string;
  readonly clientAddress: string;
}

export interface OpenedSession {
  readonly id: SessionId;
  /** Only for the cookie. */
  readonly token: string;
}

interface SessionDeps {
  readonly clock: Clock;
  readonly newId: NewId;
}

const maxUserAgentLength = 300;
const maxAddressLength = 100;

/** Opens a session with a new token. With a second factor it is complete from the start. */
export async function openSession(
  { clock, newId }: SessionDeps,
  tx: Session,
  { userId, sessionClient, secondFactorAt, sso }: OpenRequest,
): Promise<OpenedSession> {
  const now = clock.now();
  const id = newId<"console-session">();
  const token = newToken();
  await insertSession(tx, {
    id,
    userId,
    tokenDigest: digestToken(token),
    stage: secondFactorAt === undefined ? "password" : "complete",
    secondFactorAt,
    userAgent: sessionClient.userAgent.slice(0, maxUserAgentLength),
    clientAddress: sessionClient.clientAddress.slice(0, maxAddressLength),
    createdAt: now,
    seenAt: now,
    expiresAt: addMs(now, sso?.maxAgeMs ?? sessionMaxAgeMs),
    isSso: sso !== undefined,
    ssoSessionId: sso?.providerSessionId,
  });
  return { id, token };
}

export interface OpenRequest {
  readonly userId: UserId;
  readonly sessionClient: SessionClient;
  readonly secondFactorAt?: Instant | undefined;
  /** Of a session that began at the identity provider. */
  readonly sso?: { readonly providerSessionId: string | undefined; readonly maxAgeMs: number };
}
