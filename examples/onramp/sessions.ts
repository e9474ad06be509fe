import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A customer. A real site has users that sign in, each with a managed account of its own. */
export interface Session {
  readonly id: string;
  /** The linked bank account. */
  bankId?: string;
  readonly transferIds: Set<string>;
}

const sessions = new Map<string, Session>();
const cookie = /(?:^|; )session=([\w-]+)/;

/** Scripts cannot read the cookie, and other sites cannot send it. */
export function sessionOf(request: FastifyRequest, reply: FastifyReply): Session {
  const [, known = ""] = cookie.exec(request.headers.cookie ?? "") ?? [];
  const session = sessions.get(known) ?? { id: randomUUID(), transferIds: new Set<string>() };
  sessions.set(session.id, session);
  reply.header("set-cookie", `session=${session.id}; HttpOnly; SameSite=Strict; Path=/`);
  return session;
}
