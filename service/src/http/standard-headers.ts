import type { FastifyReply, FastifyRequest } from "fastify";
import { apiVersion } from "./conventions.ts";

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
