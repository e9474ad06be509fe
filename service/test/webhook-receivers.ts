import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { IssuedCertificate } from "./certificates.ts";

/** A received request. */
interface ReceivedPost {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface WebhookReceiver {
  readonly port: number;
  readonly posts: readonly ReceivedPost[];
  /** Number of connections. */
  connections(): number;
}

type ApiResponse = (response: ServerResponse, post: ReceivedPost) => void;

/** An endpoint on loopback with a configurable response; https with a certificate. It ends with the test. */
export async function startReceiver(
  reply: ApiResponse,
  certificate?: IssuedCertificate,
): Promise<WebhookReceiver> {
  const posts: ReceivedPost[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url: path, headers } = request;
    const post = { method, path, headers, body: await text(request) };
    posts.push(post);
    reply(response, post);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    receive(request, response).catch(() => response.destroy());
  };
  const server =
    certificate === undefined ? createServer(listener) : createSecureServer(certificate, listener);
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  const port = await listening(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await closed(server);
  });
  return { port, posts, connections: () => connections };
}

/** Responds with arbitrary bytes, HTTP or not. */
export async function startTcpReceiver(
  onConnection: (socket: Socket) => void,
): Promise<{ readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    onConnection(socket);
  });
  const port = await listening(server);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await closed(server);
  });
  return { port };
}

/** A proxy that connects where `leadsTo` says (RFC 9110 §9.3.6), and returns 403 otherwise. */
export async function startConnectProxy(leadsTo: (target: string) => number | undefined) {
  const requested: { readonly target: string; readonly authorization: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.on("connect", (request, socket) => {
    const target = request.url ?? "";
    requested.push({ target, authorization: request.headers["proxy-authorization"] });
    const port = leadsTo(target);
    if (port === undefined) {
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    sockets.add(onward);
    for (const end of [socket, onward]) end.on("error", () => {});
  });
  const port = await listening(server);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await closed(server);
  });
  return { port, requested };
}

async function listening(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

function closed(server: Server | ReturnType<typeof createTcpServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
