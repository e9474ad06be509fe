import { assert } from "../kernel/assert.ts";
import type { Json } from "../kernel/canonical-json.ts";
import type { BackoffLimits } from "./backoff.ts";
import type { Job, JobContext } from "./job.ts";

/** Definition of a job type. Domain modules register these; the runner knows none of them by name. */
export interface JobDefinition {
  readonly kind: string;
  readonly maxAttempts: number;
  readonly timeoutMs: number;
  readonly backoff: BackoffLimits;
  /** Throws or rejects when the attempt failed. */
  readonly run: (context: JobContext<Json>) => Promise<void>;
}

export interface JobSpecification<Payload> {
  /** Named `<module>.<verb>`, such as `webhooks.deliver`. Never renamed while jobs of this type may be waiting. */
  readonly kind: string;
  /** Parses a stored payload; throws when it is invalid. */
  readonly parse: (payload: Json) => Payload;
  /** Idempotent, because a job may run more than once. */
  readonly handle: (context: JobContext<Payload>) => Promise<void>;
  readonly maxAttempts?: number;
  readonly timeoutMs?: number;
  readonly backoff?: BackoffLimits;
}

const defaultMaxAttempts = 10;
const defaultTimeoutMs = 60_000;
const defaultBackoff: BackoffLimits = { firstMs: 1_000, maxMs: 60 * 60_000 };

export function defineJob<Payload>(specification: JobSpecification<Payload>): JobDefinition {
  const { kind, parse, handle } = specification;
  const maxAttempts = specification.maxAttempts ?? defaultMaxAttempts;
  assert(maxAttempts >= 1, `jobs of type ${kind} need at least one attempt`);
  return {
    kind,
    maxAttempts,
    timeoutMs: specification.timeoutMs ?? defaultTimeoutMs,
    backoff: specification.backoff ?? defaultBackoff,
    run: async (context) =>
      handle({
        job: withPayload(context.job, parsed(kind, parse, context.job.payload)),
        attempt: context.attempt,
        completeIn: context.completeIn,
        // Not copied: the signal is created on first access.
        get signal() {
          return context.signal;
        },
      }),
  };
}

/** Exposes the job to the handler, without its claim. */
function withPayload<Payload>(job: Job<Json>, payload: Payload): Job<Payload> {
  const { id, kind, tenantId, network, runAt, createdAt } = job;
  return { id, kind, tenantId, network, payload, runAt, createdAt };
}

/** A failed parse is a failed attempt like any other: a node of another version may be able to parse the payload. */
function parsed<Payload>(kind: string, parse: (payload: Json) => Payload, payload: Json): Payload {
  try {
    return parse(payload);
  } catch {
    // A parser's message often quotes its input, so it is not kept as the cause.
    throw new UnreadablePayloadError(`the payload is not valid for ${kind}`);
  }
}

class UnreadablePayloadError extends Error {
  override readonly name = "UnreadablePayloadError";
}
