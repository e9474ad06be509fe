import { connect } from "node:net";
import type { GeneratedRequest } from "./generated-request.ts";
import type { ObservedResponse } from "./seen-response.ts";
import { holdsBlock, isExport, isStream, withoutChunks } from "./stream-response.ts";

/** The connection ended before the response did. */
export class CutOffError extends Error {
  override readonly name = "CutOffError";
}

/** Writes a request to its own connection, however invalid it is, and reads the first response. */
export async function sendRaw(
  baseUrl: string,
  request: GeneratedRequest,
  timeoutMs: number,
): Promise<ObservedResponse> {
  const { hostname, port } = new URL(baseUrl);
  const bytes = await exchange({ host: hostname, port: Number(port) }, bytesOf(request), timeoutMs);
  return readResponse(bytes, request.method);
}

function bytesOf({ method, target, protocol, headers, body }: GeneratedRequest): Buffer {
  const named = new Set(headers.map(([name]) => name.toLowerCase()));
  // This header comes first, so that it works even when a later line breaks the rest.
  const lines = [`${method} ${target} ${protocol}`, "Connection: close"];
  if (!named.has("host")) lines.push("Host: localhost");
  const isFramed = named.has("content-length") || named.has("transfer-encoding");
  if (body !== undefined && !isFramed) lines.push(`Content-Length: ${body.length}`);
  lines.push(...headers.map(([name, value]) => `${name}: ${value}`));
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return body === undefined ? head : Buffer.concat([head, body]);
}

function exchange(
  address: { readonly host: string; readonly port: number },
  bytes: Buffer,
  timeoutMs: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    let failure: Error | undefined;
    const socket = connect(address, () => socket.write(bytes));
    socket.setTimeout(timeoutMs, () =>
      socket.destroy(new TimeoutError(`no response within ${timeoutMs} ms`)),
    );
    socket.on("data", (chunk) => {
      received.push(chunk);
      if (isBegunStream(received)) socket.destroy();
    });
    socket.on("error", (error) => {
      failure = error;
    });
    // The server may close the connection without reading everything; that is fine once it has responded.
    socket.on("close", () => {
      if (received.length > 0) resolve(Buffer.concat(received));
      else
        reject(
          failure instanceof TimeoutError ? failure : new CutOffError("no response", { cause: failure }),
        );
    });
  });
}

/** Headers are shorter, and so is the start of a stream. */
const beginningBytes = 8_192;

/** A stream continues as long as it is read. */
function isBegunStream(received: readonly Buffer[]): boolean {
  const beginning = Buffer.concat(received.slice(0, 8)).subarray(0, beginningBytes);
  const [head = "", ...body] = beginning.toString("latin1").split("\r\n\r\n");
  const [, ...lines] = head.split("\r\n");
  return body.length > 0 && isStream(headersIn(lines)) && holdsBlock(body.join(""));
}

class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

function readResponse(bytes: Buffer, method: string): ObservedResponse {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) throw new CutOffError("the response ends in its headers");
  const [statusLine = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new Error(`the response begins with ${statusLine}`);
  const rest = bytes.subarray(end + 4);
  if (status < 200) return readResponse(rest, method);
  const headers = headersIn(lines);
  const isWithoutBody = method === "HEAD" || status === 204;
  return { status, headers, text: isWithoutBody ? "" : readBody(rest, headers).toString() };
}

function headersIn(lines: readonly string[]): Headers {
  return new Headers(lines.map((line) => splitLine(line)));
}

function splitLine(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

function readBody(rest: Buffer, headers: Headers): Buffer {
  if (isStream(headers)) return withoutChunks(rest, headers);
  if (isExport(headers)) {
    const isChunked = headers.get("transfer-encoding") === "chunked";
    if (isChunked && !rest.toString("latin1").endsWith("0\r\n\r\n"))
      throw new CutOffError("the file is cut off");
    return withoutChunks(rest, headers);
  }
  const length = Number(headers.get("content-length"));
  if (!headers.has("content-length")) throw new Error("the response has no content length");
  if (rest.length < length)
    throw new CutOffError(`the response ends after ${rest.length} of ${length} bytes`);
  return rest.subarray(0, length);
}
