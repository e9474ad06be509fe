import type { Clock } from "../system-clock.ts";
import type { Hooks } from "./hooks.ts";

/** What all calls of a client share. */
export interface Engine {
  readonly baseUrl: string;
  readonly authorization: Authorization;
  readonly hooks: Hooks;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly maxRetries: number;
  readonly retryDelayMs: number;
}

/** Credentials of requests. A proof of possession (DPoP, RFC 9449) belongs here, too: it signs the method and the URL. */
export interface Authorization {
  readonly headersFor: (request: { readonly method: string; readonly url: string }) => Promise<HeaderRecord>;
  /** The service rejected them. */
  readonly discard: (headers: HeaderRecord) => void;
  /** Fields that authenticate the client to the token service, new ones for each attempt. */
  readonly clientFields: () => Promise<Readonly<Record<string, string>>>;
}

export type HeaderRecord = Readonly<Record<string, string>>;
