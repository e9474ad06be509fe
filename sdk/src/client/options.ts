import type { Clock } from "../system-clock.ts";
import type { Hooks } from "./hooks.ts";
import type { PrivateKey, ProofKey } from "./private-key.ts";

/** An application and its tokens, addresses, transfers and events belong to one of two networks. */
export type Network = "testnet" | "mainnet";

export interface FlorinOptions<Net extends Network> {
  /** Network of the application. A token of the other network is refused before any request is sent. */
  readonly network: Net;
  /** Address of the service, such as `https://florin.example.com`. */
  readonly baseUrl: string | URL;
  readonly credentials: Credentials;
  /**
   * Binds access tokens to this key (DPoP, RFC 9449): every request proves that the client has it. For EdDSA, ES256,
   * PS256 or RS256. `baseUrl` must be the address that the service has in its settings.
   */
  readonly dpopKey?: ProofKey;
  /** Maximum duration of a call, with its retries: 120 seconds by default. */
  readonly timeoutMs?: number;
  /** Maximum duration of one attempt: 30 seconds by default. */
  readonly attemptTimeoutMs?: number;
  /** 4 by default; 0 turns retries off. */
  readonly maxRetries?: number;
  /** Upper limit of the first delay; it doubles with each retry. 500 ms by default. */
  readonly retryDelayMs?: number;
  /** For logs, metrics and traces. */
  readonly hooks?: Hooks;
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
}

export type Credentials = ClientSecret | ClientKey | TokenSource;

/** OAuth 2.0 client credentials with a secret. */
export interface ClientSecret extends TokenRequest {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** OAuth 2.0 client credentials with a signed assertion (`private_key_jwt`, RFC 7523). */
export interface ClientKey extends TokenRequest {
  readonly clientId: string;
  readonly privateKey: PrivateKey;
  /** `kid` of the public key that the application has at the service. */
  readonly keyId: string;
}

interface TokenRequest {
  /** Scopes to request, separated by spaces; all scopes of the application by default. */
  readonly scope?: string;
  /** `<baseUrl>/oauth2/token` by default. */
  readonly tokenUrl?: string;
}

/** Access tokens that your program gets elsewhere. Called again once a token was rejected or has expired. */
export interface TokenSource {
  readonly accessToken: () => string | Promise<string>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly attemptTimeoutMs?: number;
  readonly maxRetries?: number;
}

export interface WriteOptions extends CallOptions {
  /**
   * A random one by default, the same for all retries of a call. Pass your own, stored before the call, to repeat the
   * call safely after a crash.
   */
  readonly idempotencyKey?: string;
}
