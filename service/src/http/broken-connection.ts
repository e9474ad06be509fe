import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { apiVersion } from "./conventions.ts";

/** What cannot even be read as HTTP still gets the one error shape, as far as the socket can be written to. */
export function answerBrokenConnection(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOf(error.code);
  const title = STATUS_CODES[status] ?? "Bad Request";
  const body = JSON.stringify({
    status,
    title,
    detail: "the request cannot be read as HTTP",
    code: "malformed_request",
    request_id: "unread",
  });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `x-request-id: unread\r\napi-version: ${apiVersion}\r\ncache-control: no-store\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function statusOf(code: string | undefined): number {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}
