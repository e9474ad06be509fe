import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
// @ts-expect-error It has no types.
import S3rver from "s3rver";
import type { S3Settings } from "../src/accounts/adapters/s3-storage.ts";
import { makeDataFolder } from "./data-folder.ts";

/** A bucket on a local S3 server. */
export interface Bucket {
  readonly settings: S3Settings;
  /** Folder of the server's files. */
  readonly folder: string;
  [Symbol.asyncDispose](): Promise<void>;
}

interface S3Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

const BucketServer = S3rver as new (options: object) => S3Server;

export async function startBucket(): Promise<Bucket> {
  const folder = await makeDataFolder();
  const server = new BucketServer({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder.path,
    configureBuckets: [{ name: "documents", configs: [] }],
  });
  const { port } = await server.run();
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: "documents",
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      forcePathStyle: true,
    },
    folder: folder.path,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Fault of one request to the bucket. */
export type Mishap =
  | "pass"
  /** The server responds that it is temporarily unavailable. */
  | "fail"
  /** The connection is cut before the request arrives. */
  | "cut"
  /** The request is executed, and the connection is cut before the response. */
  | "lose-response"
  /** The response is cut in half. */
  | "cut-response"
  /** No response. */
  | "hang";

/** A proxy on which a test decides the fault of each request. */
export interface Mischief {
  readonly settings: S3Settings;
  /** Called for each request. */
  decide: (request: Pick<IncomingMessage, "method" | "url">) => Mishap;
  readonly seen: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startMischief({ settings }: Bucket): Promise<Mischief> {
  const target = new URL(settings.endpoint ?? "");
  const mischief: { decide: Mischief["decide"]; seen: string[] } = { decide: () => "pass", seen: [] };
  const server = createServer((request, response) => {
    const mishap = mischief.decide(request);
    mischief.seen.push(`${request.method} ${mishap}`);
    void pass(target, mishap, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(mischief, {
    settings: { ...settings, endpoint: `http://127.0.0.1:${port}` },
    [Symbol.asyncDispose]: () => closeServer(server),
  });
}

async function pass(
  target: URL,
  mishap: Mishap,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (mishap === "hang") return;
  if (mishap === "cut") {
    request.socket.destroy();
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (mishap === "fail") {
    response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
    return;
  }
  const reply = await forward(target, request, Buffer.concat(chunks));
  if (mishap === "lose-response") {
    request.socket.destroy();
    return;
  }
  request.socket.end(mishap === "cut-response" ? reply.subarray(0, reply.length >> 1) : reply);
}

/** Forwards the very same bytes: the signature covers the headers, including the host, so nothing may change. */
function forward(target: URL, request: IncomingMessage, body: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(target.port), target.hostname);
    const headers: string[] = [];
    for (let at = 0; at < request.rawHeaders.length; at += 2) {
      const name = request.rawHeaders[at] ?? "";
      if (/^(?:connection|transfer-encoding|expect)$/i.test(name)) continue;
      headers.push(`${name}: ${request.rawHeaders[at + 1]}`);
    }
    const head = [`${request.method} ${request.url} HTTP/1.1`, ...headers, "Connection: close", "", ""].join(
      "\r\n",
    );
    const reply: Buffer[] = [];
    socket.on("data", (bytes: Buffer) => reply.push(bytes));
    socket.on("error", reject);
    socket.on("end", () => resolve(Buffer.concat(reply)));
    socket.write(head);
    socket.write(body);
  });
}

async function closeServer(server: Server): Promise<void> {
  if ("closeAllConnections" in server) server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
