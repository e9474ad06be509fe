import type { FastifyReply, FastifyRequest } from "fastify";
import { apiVersion } from "./conventions.ts";

/** On every answer, whoever gives it. Nothing here is a page, so a browser may do nothing with it. */
export const standingHeaders = {
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

export function addStandingHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(standingHeaders);
  reply.header("x-request-id", request.id);
}
