import type { Clock } from "../system-clock.ts";
import type { Hooks } from "./hooks.ts";
import type { NamedOperation } from "./operation.ts";

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

/** Credentials of requests. */
export interface Authorization {
  /** New ones for each attempt: a proof of possession (DPoP, RFC 9449) is used once. */
  readonly headersFor: (operation: NamedOperation, url: string) => Promise<HeaderRecord>;
  /** The service rejected them. */
  readonly discard: (headers: HeaderRecord) => void;
  /** Fields that authenticate the client to the token service, new ones for each attempt. */
  readonly clientFields: () => Promise<Readonly<Record<string, string>>>;
}

export type HeaderRecord = Readonly<Record<string, string>>;
