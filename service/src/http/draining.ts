import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RefusalError, refuse } from "../kernel/refusal.ts";

const retryAfterSeconds = 1;

/**
 * A closing server finishes the requests in flight, instructs their clients to close the connection, refuses
 * requests that still arrive on open connections, and drops idle connections.
 */
export function installDraining(app: FastifyInstance): void {
  const connections = watchConnections(app);
  let isClosing = false;
  app.addHook("preClose", (done) => {
    isClosing = true;
    connections.dropWhenIdle();
    done();
  });
  app.addHook("onRequest", (request, _reply, done) => {
    done(isClosing && !isProbe(request) ? stopping() : undefined);
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isClosing) reply.header("connection", "close");
    done();
  });
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

/**
 * Drops idle and new connections, and busy ones after their response. Node alone would wait for those that never send a
 * request, such as one that a client opens just before the server stops listening.
 */
function watchConnections(app: FastifyInstance): { dropWhenIdle(): void } {
  const open = new Set<Socket>();
  const busy = new Set<Socket>();
  let isDropping = false;
  app.server.on("connection", (socket) => {
    if (isDropping) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.server.on("request", ({ socket }, response) => {
    busy.add(socket);
    response.once("close", () => {
      busy.delete(socket);
      if (isDropping) socket.destroySoon();
    });
  });
  return {
    dropWhenIdle: () => {
      isDropping = true;
      for (const socket of open) if (!busy.has(socket)) socket.destroy();
    },
  };
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
