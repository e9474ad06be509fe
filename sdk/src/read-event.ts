import type { FlorinEvent } from "./event.ts";
import { WebhookVerificationError } from "./verification-error.ts";

/** Parses the verified body. The envelope is checked; `data` is passed through as sent. */
export function readEvent(body: Uint8Array): FlorinEvent {
  const value = parseJson(body);
  if (!isEnvelope(value)) throw malformed("the body is not an event with id, type, created and data");
  return value as FlorinEvent;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (cause) {
    throw malformed("the body is not JSON in UTF-8", { cause });
  }
}

function isEnvelope(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { id, type, created, data } = value;
  return [id, type, created].every((text) => typeof text === "string" && text !== "") && isRecord(data);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function malformed(message: string, options?: ErrorOptions): WebhookVerificationError {
  return new WebhookVerificationError("malformed_body", message, options);
}
