import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CommandContext } from "../command-context.ts";
import { UsageError } from "../failure.ts";

export interface HttpOptions {
  readonly port: number;
  /** Other addresses than loopback only if they are given. */
  readonly host: string;
  /** Origins of web pages that may connect; none by default. */
  readonly origins: readonly string[];
  /** Values of `Host` besides those of loopback, such as the name at a proxy. */
  readonly hosts: readonly string[];
}

const endpoint = "/mcp";
const minTokenLength = 32;
const tokenBytes = 32;
const loopback = /^(?:127\.0\.0\.1|::1|localhost)$/;

/** Streamable HTTP without sessions: each request has its own server, and nothing is lost if a client leaves. */
export async function serveHttp(
  context: CommandContext,
  options: HttpOptions,
  createMcp: () => McpServer,
): Promise<void> {
  const token = tokenOf(context, options);
  const server = createServer((request, response) => {
    const refusal = refusalOf(request, { token, server, options });
    if (refusal !== undefined) return refuse(response, refusal);
    void handle(request, response, createMcp()).catch(() => response.destroy());
  });
  server.listen(options.port, options.host);
  await once(server, "listening");
  context.stderr.write(`Listening on ${urlOf(server, options)}\n`);
  if (!context.signal.aborted) await once(context.signal, "abort");
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

/** A generated one is shown once, on standard output. */
function tokenOf({ environment, stdout }: CommandContext, { host, hosts }: HttpOptions): string {
  const given = environment["FLORIN_MCP_TOKEN"] ?? "";
  if (given.length >= minTokenLength) return given;
  if (given !== "") throw new UsageError(`FLORIN_MCP_TOKEN needs at least ${minTokenLength} characters`);
  if (!loopback.test(host) || hosts.length > 0) {
    throw new UsageError("set FLORIN_MCP_TOKEN to serve other hosts than this one");
  }
  const token = randomBytes(tokenBytes).toString("base64url");
  stdout.write(`${token}\n`);
  return token;
}

function urlOf(server: Server, { host }: HttpOptions): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${(server.address() as AddressInfo).port}${endpoint}`;
}

interface Guard {
  readonly token: string;
  readonly server: Server;
  readonly options: HttpOptions;
}

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A web page that reached this port by DNS rebinding has a foreign `Host` and `Origin`. */
function refusalOf(request: IncomingMessage, { token, server, options }: Guard): Refusal | undefined {
  const { host = "", origin, authorization = "" } = request.headers;
  const { port } = server.address() as AddressInfo;
  const hosts = [...["localhost", "127.0.0.1", "[::1]"].map((name) => `${name}:${port}`), ...options.hosts];
  if (!hosts.includes(host)) return { status: 403, message: "This Host is not allowed" };
  if (origin !== undefined && !options.origins.includes(origin)) {
    return { status: 403, message: "This Origin is not allowed" };
  }
  if (!isEqual(authorization, `Bearer ${token}`)) {
    return { status: 401, message: "Invalid bearer token", headers: { "www-authenticate": "Bearer" } };
  }
  if (request.url !== endpoint) return { status: 404, message: `The endpoint is ${endpoint}` };
  if (request.method !== "POST") return { status: 405, message: "Use POST", headers: { allow: "POST" } };
  return undefined;
}

/** In constant time. */
function isEqual(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

function refuse(response: ServerResponse, { status, message, headers = {} }: Refusal): void {
  const body = { jsonrpc: "2.0", error: { code: -32000, message }, id: null };
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

async function handle(request: IncomingMessage, response: ServerResponse, mcp: McpServer): Promise<void> {
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once("close", () => void mcp.close());
  // Its type has `undefined` where the interface has optional properties.
  await mcp.connect(transport as Transport);
  await transport.handleRequest(request, response);
}
