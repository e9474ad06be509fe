import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Fault of a request to a node. */
export type NodeFault =
  | "pass"
  /** The connection is cut before the node gets the request. */
  | "drop"
  /** No response, and the node does not get the request. */
  | "stall"
  /** The node executes the request, but the response is lost. */
  | "lose-responses"
  /** The node's response is replaced. */
  | { readonly rewrite: (rpcReply: string, question: string) => string };

/** A proxy to a local node that injects faults. */
export interface FaultyNode {
  readonly url: string;
  suffer(fault: NodeFault): void;
  /** Received requests, including failed ones. */
  messages(): number;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startFaultyNode(target: string): Promise<FaultyNode> {
  let fault: NodeFault = "pass";
  let messages = 0;
  const server = createServer((request, response) => {
    messages += 1;
    rpcReply({ request, response, target, fault }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    suffer: (expected) => {
      fault = expected;
    },
    messages: () => messages,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: string;
  readonly fault: NodeFault;
}

async function rpcReply({ request, response, target, fault }: Exchange): Promise<void> {
  const question = await readBody(request);
  if (fault === "drop") {
    request.socket.destroy();
    return;
  }
  // The connection stays open and silent until the client times out, or the server closes.
  if (fault === "stall") return;
  const reply = await fetch(target, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: question,
  });
  const text = await reply.text();
  if (fault === "lose-responses") return;
  response.writeHead(reply.status, { "content-type": "application/json" });
  response.end(fault === "pass" ? text : fault.rewrite(text, question));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
