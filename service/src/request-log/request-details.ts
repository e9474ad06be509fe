import type { Exchange } from "../http/request-observer.ts";
import { type KeyRing, open, seal } from "../kernel/envelope.ts";
import type { LoggedRequest, RequestDetails } from "./logged-request.ts";
import { requestDetailsContext } from "./tables.ts";

/** Limits of this node: what is beyond them is logged without details. */
export interface DetailLimits {
  /** Of one request; beyond it the bodies are left out. */
  readonly maxChars: number;
  /** Successful requests with details per batch, and as many failed ones. */
  readonly maxPerBatch: number;
  /** Of all requests that wait to be written. */
  readonly maxWaitingChars: number;
}

/** Details of requests as text, within the limits. They are computed after the response, on the thread that serves requests. */
export interface DetailReader {
  read(isError: boolean, exchange: () => Exchange): string | undefined;
  /** The batch was taken: a new one begins. */
  nextBatch(takenChars: number): void;
}

export function createDetailReader({ maxChars, maxPerBatch, maxWaitingChars }: DetailLimits): DetailReader {
  const read = { errors: 0, others: 0 };
  let waitingChars = 0;
  return {
    read: (isError, exchange) => {
      const kind = isError ? "errors" : "others";
      if (read[kind] >= maxPerBatch) return undefined;
      read[kind] += 1;
      const text = textOf(exchange(), maxChars);
      if (text === undefined || waitingChars + text.length > maxWaitingChars) return undefined;
      waitingChars += text.length;
      return text;
    },
    nextBatch: (takenChars) => {
      read.errors = 0;
      read.others = 0;
      waitingChars -= takenChars;
    },
  };
}

function textOf({ idempotencyKey, query, body, response }: Exchange, maxChars: number): string | undefined {
  const whole: RequestDetails = { idempotencyKey, query, body, response };
  for (const details of [whole, { idempotencyKey, query, body }, { idempotencyKey, query }]) {
    const text = JSON.stringify(details);
    if (text.length <= maxChars) return text === "{}" ? undefined : text;
  }
  return undefined;
}

type Place = Pick<LoggedRequest, "tenantId" | "id">;

export function sealDetails(keyRing: KeyRing, text: string, place: Place): Buffer {
  return seal(keyRing, Buffer.from(text), requestDetailsContext(place));
}

export function openDetails(keyRing: KeyRing, sealed: Buffer, place: Place): RequestDetails {
  return JSON.parse(open(keyRing, sealed, requestDetailsContext(place)).toString()) as RequestDetails;
}
