import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { standardHeaders } from "./conventions.ts";

/** A request that cannot be parsed as HTTP still gets the standard error body, if the socket is writable. */
export function respondToBrokenConnection(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOf(error.code);
  const title = STATUS_CODES[status] ?? "Bad Request";
  const body = JSON.stringify({
    status,
    title,
    detail: "the request is not valid HTTP",
    code: "malformed_request",
    request_id: "unread",
  });
  const headers = {
    ...standardHeaders,
    "x-request-id": "unread",
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

function statusOf(code: string | undefined): number {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}
