/** Called for each attempt of each call. No value contains a secret, a token, a body or a parameter. */
export interface Hooks {
  readonly onRequest?: (attempt: Attempt) => void;
  readonly onResponse?: (attempt: Attempt & Outcome) => void;
  /** Before the wait for the next attempt. `error` is what the call would throw without a retry. */
  readonly onRetry?: (attempt: Attempt & { readonly delayMs: number; readonly error: Error }) => void;
}

export interface Attempt {
  /** Such as `transfers.create`. */
  readonly operation: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  /** From 1. */
  readonly attempt: number;
  readonly idempotencyKey: string | undefined;
}

export interface Outcome {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly durationMs: number;
  /** The service had carried out the request before and returned its first response. */
  readonly isReplayed: boolean;
}

/** A hook that throws must not lose the response of a request that had its effect. */
export function notify<Value>(hook: ((value: Value) => void) | undefined, value: Value): void {
  try {
    hook?.(value);
  } catch {
    // The failure of a log is not a failure of the call.
  }
}
