/** Where a key can be held outside of this process. */
export const keyProviderNames = ["aws-kms", "google-kms", "vault", "pkcs11"] as const;
export type KeyProviderName = (typeof keyProviderNames)[number];

/**
 * Wraps a master key with a key that never leaves its provider. The service unwraps it once, at startup, and keeps the
 * master key in memory, so that no request waits for the provider.
 */
export interface KeyWrapper {
  wrap(keyName: string, masterKey: Buffer): Promise<Buffer>;
  unwrap(keyName: string, wrapped: Buffer): Promise<Buffer>;
}

/** Authenticated with each wrapped master key, so that nothing else that the key encrypted can be unwrapped. */
export const wrapContext = "florin/master-key";

/**
 * `unreachable` may succeed later; `denied` and `rejected` need a change of permissions, settings or key. `pin_denied`
 * must not be tried again: tokens lock after a few attempts.
 */
type KeyProviderFailure = "unreachable" | "denied" | "pin_denied" | "rejected";

/** Its message is for operators and has no secrets. */
export class KeyProviderError extends Error {
  override readonly name = "KeyProviderError";
  readonly failure: KeyProviderFailure;

  constructor(failure: KeyProviderFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

export interface RetryOptions {
  readonly maxAttempts: number;
  /** Doubles with each attempt. */
  readonly firstPauseMs: number;
  readonly pause: (durationMs: number) => Promise<unknown>;
  readonly onRetry?: (error: KeyProviderError) => void;
}

/** Calls a provider again while it cannot be reached. */
export async function retryUnreachable<Result>(
  call: () => Promise<Result>,
  { maxAttempts, firstPauseMs, pause, onRetry = () => {} }: RetryOptions,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const isUnreachable = error instanceof KeyProviderError && error.failure === "unreachable";
      if (!isUnreachable || attempt >= maxAttempts) throw error;
      onRetry(error);
      await pause(firstPauseMs * 2 ** (attempt - 1));
    }
  }
}
