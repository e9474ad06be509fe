import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { InFlight } from "./in-flight.ts";

const retryAfterSeconds = 1;

/**
 * A closing server finishes the requests in flight, instructs their clients to close the connection, refuses
 * requests that still arrive on open connections, and drops idle connections. Node alone would wait for those that
 * never send a request, such as one that a client opens just before the server stops listening.
 */
export function installDraining(app: FastifyInstance, inFlight: InFlight): void {
  const open = new Set<Socket>();
  let isClosing = false;
  app.server.on("connection", (socket) => {
    if (isClosing) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("preClose", (done) => {
    isClosing = true;
    const busy = new Set([...inFlight.responses()].map(closeAfter));
    for (const socket of open) if (!busy.has(socket)) socket.destroy();
    done();
  });
  // Fastify closes the connections of these itself.
  app.addHook("onRequest", (request, _reply, done) => {
    done(isClosing && !isProbe(request) ? stopping() : undefined);
  });
}

/** Closes the connection after this response. */
function closeAfter(response: ServerResponse): Socket {
  const { socket } = response.req;
  if (!response.headersSent) response.setHeader("connection", "close");
  response.once("close", () => socket.destroySoon());
  return socket;
}

/** Stops accepting connections; connections that are still busy after this time are cut. */
export async function closeWithin(app: FastifyInstance, graceMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

function isProbe(request: FastifyRequest): boolean {
  return request.routeOptions.config.isProbe === true;
}

/** For requests that arrive while the node drains. */
export function stopping(): RefusalError {
  return new RefusalError(
    refuse("overloaded", "this node is shutting down; retry to reach another one", { retryAfterSeconds }),
  );
}
