import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** JSON-RPC 2.0 server of a local node: HTTP on this machine only, single calls and batches. */
export interface RpcServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface RpcServerOptions {
  /** Zero for any free port. */
  readonly port: number;
  readonly handle: (method: string, params: unknown) => Promise<unknown>;
}

/** A JSON-RPC error response; any other thrown error becomes an internal error. */
export class RpcFailure extends Error {
  override readonly name = "RpcFailure";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const maxBodyBytes = 4 * 1024 * 1024;
const maxBatch = 1000;

export async function startRpcServer(options: RpcServerOptions): Promise<RpcServer> {
  const server = createServer((request, response) => {
    // A connection that is busy while the server closes is closed after its response.
    response.on("prefinish", () => {
      if (!server.listening) response.shouldKeepAlive = false;
    });
    void handleHttp(request, response, options.handle);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

type Handle = RpcServerOptions["handle"];

async function handleHttp(request: IncomingMessage, response: ServerResponse, handle: Handle): Promise<void> {
  if (request.method !== "POST")
    return send(response, 405, errorResponse(null, invalid("only POST is supported")));
  const body = await readBody(request).catch(() => undefined);
  if (body === undefined) return send(response, 413, errorResponse(null, invalid("the body is too large")));
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return send(response, 200, errorResponse(null, new RpcFailure(-32700, "parse error")));
  }
  const reply = await handleMessage(message, handle);
  // JSON-RPC 2.0 §4.1: a notification gets no response.
  if (reply === undefined) return send(response, 204, undefined);
  send(response, 200, reply);
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function handleMessage(message: unknown, handle: Handle): Promise<unknown> {
  if (!Array.isArray(message)) return handleCall(message, handle);
  if (message.length === 0 || message.length > maxBatch)
    return errorResponse(null, invalid(`a batch must have 1 to ${maxBatch} calls`));
  // Sequentially: a batch of transactions keeps its order.
  const replies: unknown[] = [];
  for (const call of message) {
    const reply = await handleCall(call, handle);
    if (reply !== undefined) replies.push(reply);
  }
  return replies.length === 0 ? undefined : replies;
}

async function handleCall(call: unknown, handle: Handle): Promise<unknown> {
  if (typeof call !== "object" || call === null || !("method" in call))
    return errorResponse(null, invalid("not a JSON-RPC request"));
  const { method } = call;
  const id = "id" in call ? call.id : undefined;
  if (typeof method !== "string") return errorResponse(id ?? null, invalid("method must be a string"));
  try {
    const result = await handle(method, "params" in call ? call.params : undefined);
    return id === undefined ? undefined : { jsonrpc: "2.0", id, result: result ?? null };
  } catch (error) {
    return id === undefined ? undefined : errorResponse(id, error);
  }
}

function invalid(message: string): RpcFailure {
  return new RpcFailure(-32600, message);
}

function errorResponse(id: unknown, error: unknown): unknown {
  const failure =
    error instanceof RpcFailure
      ? error
      : new RpcFailure(-32603, error instanceof Error ? error.message : "internal error");
  const { code, message, data } = failure;
  return { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (status === 413) response.setHeader("connection", "close");
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
