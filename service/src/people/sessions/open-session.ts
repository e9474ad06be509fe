import type { Session } from "../../db/database.ts";
import type { NewId, PersonId } from "../../kernel/id.ts";
import { addMs, type Clock, type Instant } from "../../kernel/instant.ts";
import { type SessionId, sessionMaxAgeMs } from "./session.ts";
import { digestToken, newToken } from "./session-token.ts";
import { insertSession } from "./store.ts";

/** Where somebody sits, as far as the request tells. */
export interface Seat {
  readonly userAgent: string;
  readonly clientAddress: string;
}

export interface OpenedSession {
  readonly id: SessionId;
  /** For the cookie, and for nothing else. */
  readonly token: string;
}

interface SessionDeps {
  readonly clock: Clock;
  readonly newId: NewId;
}

const maxUserAgentLength = 300;
const maxAddressLength = 100;

/** A session with a token that nobody has seen yet. With a second factor it is complete from the beginning. */
export async function openSession(
  { clock, newId }: SessionDeps,
  tx: Session,
  { personId, seat, secondFactorAt }: OpenRequest,
): Promise<OpenedSession> {
  const now = clock.now();
  const id = newId<"console-session">();
  const token = newToken();
  const session = {
    id,
    personId,
    stage: secondFactorAt === undefined ? ("password" as const) : ("complete" as const),
    secondFactorAt,
    userAgent: seat.userAgent.slice(0, maxUserAgentLength),
    clientAddress: seat.clientAddress.slice(0, maxAddressLength),
    createdAt: now,
    seenAt: now,
    expiresAt: addMs(now, sessionMaxAgeMs),
  };
  await insertSession(tx, session, digestToken(token));
  return { id, token };
}

export interface OpenRequest {
  readonly personId: PersonId;
  readonly seat: Seat;
  readonly secondFactorAt?: Instant | undefined;
}
