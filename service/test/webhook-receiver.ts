import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** An endpoint on loopback that returns 204 and counts deliveries. */
export interface WebhookReceiver {
  readonly url: string;
  /** Number of deliveries by path and event. */
  readonly received: ReadonlyMap<string, Received>;
  total(): number;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Received {
  count: number;
  readonly idempotencyKeys: Set<string>;
  readonly bodies: Set<string>;
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const received = new Map<string, Received>();
  let total = 0;
  const receive = async (request: IncomingMessage): Promise<void> => {
    const body = await readBody(request);
    const key = `${request.url} ${String(request.headers["webhook-id"])}`;
    const seen = received.get(key) ?? { count: 0, idempotencyKeys: new Set(), bodies: new Set() };
    seen.count += 1;
    seen.idempotencyKeys.add(String(request.headers["idempotency-key"]));
    seen.bodies.add(body);
    received.set(key, seen);
    total += 1;
  };
  const server = createServer((request, response) => {
    // An incomplete request of a killed sender does not count.
    void receive(request).then(
      () => response.writeHead(204).end(),
      () => response.destroy(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    total: () => total,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
