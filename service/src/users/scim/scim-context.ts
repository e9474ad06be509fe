import type { FastifyRequest } from "fastify";
import type { AttemptLimiter } from "../../auth/index.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { ScimDeps } from "./write-users.ts";

export interface ScimHttpDeps extends ScimDeps {
  readonly attempts: AttemptLimiter;
  readonly baseUrl: string;
  readonly onUnexpected: (error: unknown, requestId: string) => void;
}

/** What the routes need of a request. */
export interface ScimContext {
  readonly deps: ScimHttpDeps;
  /** URL of the SCIM API. */
  readonly base: string;
  readonly causeOf: (request: FastifyRequest) => Cause;
}
