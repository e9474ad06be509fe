import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { responseParent } from "./child.ts";
import { type Manner, readEndpointPath } from "./endpoints.ts";
import { momentMs } from "./moment.ts";
import type { Deliveries, ReceiverQuestions } from "./receiver.ts";

const slowMs = 2_000;
const keepAliveMs = 60_000;

/** All endpoints, each on its own port, in one process: counts deliveries and responds as the path says. */
function main(): void {
  const servers: Server[] = [];
  const log = createLog();
  const responses = {
    open: async (endpoints: number) => {
      while (servers.length < endpoints) servers.push(await listen(log.note));
      return servers.map((server) => (server.address() as AddressInfo).port);
    },
    begin: async (keepsDeliveries: boolean) => log.begin(keepsDeliveries),
    waitFor: log.waitFor,
    received: async () => log.received(),
  };
  responseParent<ReceiverQuestions>(responses, async () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  });
}

async function listen(note: (request: IncomingMessage, endpoint: number) => void): Promise<Server> {
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    const path = readEndpointPath(request.url ?? "");
    if (path?.manner === "prompt") note(request, path.endpoint);
    request.resume();
    reply(response, path?.manner);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function reply(response: ServerResponse, manner: Manner | undefined): void {
  switch (manner) {
    case "prompt":
      response.writeHead(204).end();
      return;
    case "failing":
      response.writeHead(500).end();
      return;
    case "slow":
      setTimeout(() => response.writeHead(204).end(), slowMs).unref();
      return;
    case "hanging":
      return;
    case undefined:
      response.writeHead(404).end();
  }
}

/** Deliveries to prompt endpoints since the last reset. */
function createLog() {
  let count = 0;
  let kept: { eventIds: string[]; endpoints: number[]; atMs: number[] } | undefined;
  let waiting: { readonly count: number; readonly resolve: (atMs: number) => void } | undefined;
  return {
    begin: (keepsDeliveries: boolean): void => {
      count = 0;
      kept = keepsDeliveries ? { eventIds: [], endpoints: [], atMs: [] } : undefined;
    },
    note: (request: IncomingMessage, endpoint: number): void => {
      count += 1;
      if (kept !== undefined) {
        kept.atMs.push(momentMs());
        kept.eventIds.push(String(request.headers["webhook-id"]));
        kept.endpoints.push(endpoint);
      }
      if (waiting !== undefined && count >= waiting.count) {
        waiting.resolve(momentMs());
        waiting = undefined;
      }
    },
    waitFor: (expected: number): Promise<number> => {
      if (count >= expected) return Promise.resolve(momentMs());
      return new Promise((resolve) => {
        waiting = { count: expected, resolve };
      });
    },
    received: (): Deliveries => ({ count, ...(kept ?? { eventIds: [], endpoints: [], atMs: [] }) }),
  };
}

main();
