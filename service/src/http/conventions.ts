import type { FastifyReply, FastifyRequest } from "fastify";
import { parseId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { isKeepableText } from "./body-reading.ts";
import type { Route } from "./route.ts";

export const apiVersion = "2.3.1";

const saneRequestId = /^[A-Za-z0-9._-]{1,128}$/;
export const visibleAscii = /^[\x21-\x7E]{1,255}$/;

/** Sent with every response. Nothing here is a page, so browsers get no permissions. */
export const standardHeaders = {
  "api-version": apiVersion,
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none';frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

export function addStandardHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(standardHeaders);
  reply.header("x-request-id", request.id);
}

/** An inbound id is echoed only when it is safe in a log line and a header. */
export function isSaneRequestId(value: unknown): value is string {
  return typeof value === "string" && saneRequestId.test(value);
}

/** RFC 9112 §3.2 requires Host in every HTTP/1.1 request; two credentials may be checked differently by a proxy and here. */
export function checkHeaders({ raw, headers }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion !== "1.0")
    throw new RefusalError(refuse("malformed_request", "the Host header is missing"));
  if (headers.authorization !== undefined && countHeader(raw.rawHeaders, "authorization") > 1)
    throw new RefusalError(refuse("malformed_request", "send one Authorization header"));
}

/** Node keeps only the first of some headers; names and values alternate in the raw ones. */
function countHeader(rawHeaders: readonly string[], name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
}

export function checkApiVersion(request: FastifyRequest): void {
  const requested = request.headers["api-version"];
  if (requested === undefined || requested === apiVersion) return;
  const detail = `must be ${apiVersion} or absent`;
  throw new RefusalError(
    refuse("unsupported_api_version", `the Api-Version header ${detail}`, {
      errors: [{ pointer: "/header/api-version", detail }],
    }),
  );
}

/** A form sent to a JSON endpoint is refused by its media type, whatever it contains. */
export function checkMediaType(request: FastifyRequest, route: Route): void {
  const sent = request.headers["content-type"];
  if (sent === undefined || route.method === "GET") return;
  const accepted = mediaTypesOf(route);
  if (accepted.includes(mediaTypeOf(sent))) return;
  throw new RefusalError(refuse("unsupported_media_type", `this endpoint accepts ${accepted.join(" or ")}`));
}

/** The media types an endpoint accepts, preferred one first. */
export function mediaTypesOf({ body }: Route): readonly string[] {
  if (body?.file !== undefined) return [multipartType, jsonType];
  return [body?.mediaType ?? jsonType];
}

export const multipartType = "multipart/form-data";
export const jsonType = "application/json";

/** The media type without its parameters. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

/** Where no body is expected, a non-empty one is refused: nothing is silently dropped. */
export function checkNoBody({ body }: FastifyRequest, route: Route): void {
  if (route.body !== undefined || body === undefined || body === null) return;
  if (typeof body === "object" && Object.keys(body).length === 0) return;
  const detail = "this endpoint does not accept a body";
  throw new RefusalError(refuse("validation_failed", detail, { errors: [{ pointer: "", detail }] }));
}

/** A malformed id identifies nothing: 404, as for an id that does not exist. */
export function checkPathIds(params: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(params)) {
    const isId = name === "id" || name.endsWith("_id");
    if (isId ? parseId(value) === undefined : !isKeepableText(value)) {
      throw new RefusalError(refuse("not_found", "there is no such resource"));
    }
  }
}

export function checkQueryText(query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(query)) {
    if ([name, value].flat().every((text) => typeof text === "string" && isKeepableText(text))) continue;
    const detail = "must not contain NUL or a lone surrogate";
    throw new RefusalError(
      refuse("validation_failed", `a query parameter ${detail}`, { errors: [{ pointer: "/query", detail }] }),
    );
  }
}

export function needsIdempotencyKey({ work }: Route): boolean {
  switch (work.kind) {
    case "read":
    case "command":
      return false;
    case "batch":
      return true;
    case "write":
    case "upload":
      return work.idempotencyKey === "required";
  }
}

/** The key of this request, or undefined when none is sent and none is required; one that has no use is not read. */
export function readIdempotencyKey(request: FastifyRequest, route: Route): string | undefined {
  if (route.work.kind === "read" || route.work.kind === "command") return undefined;
  const key = request.headers["idempotency-key"];
  const pointer = "/header/idempotency-key";
  if (key === undefined) {
    if (!needsIdempotencyKey(route)) return undefined;
    throw new RefusalError(
      refuse(
        "idempotency_key_missing",
        "send an Idempotency-Key header with a new value for each operation",
        {
          errors: [{ pointer, detail: "is required" }],
        },
      ),
    );
  }
  if (typeof key === "string" && visibleAscii.test(key)) return key;
  const detail = "must be 1 to 255 visible ASCII characters";
  throw new RefusalError(
    refuse("validation_failed", `the Idempotency-Key header ${detail}`, { errors: [{ pointer, detail }] }),
  );
}
