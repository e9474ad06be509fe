import type { ApiError } from "../api/api-error.ts";

/** A pending second-factor confirmation. */
export interface SecondFactorRequest {
  readonly resolve: () => void;
  readonly reject: (error: ApiError) => void;
}

let listener: ((pending: SecondFactorRequest) => void) | undefined;
let waiting: Promise<void> | undefined;

/** Registers the dialog's listener and returns a function that removes it. */
export function onSecondFactorRequested(listen: (pending: SecondFactorRequest) => void): () => void {
  listener = listen;
  return () => {
    if (listener === listen) listener = undefined;
  };
}

/** Requests confirmation from the user; concurrent requests share one confirmation. */
export function askForSecondFactor(refused: ApiError): Promise<void> {
  const show = listener;
  if (show === undefined) return Promise.reject(refused);
  waiting ??= new Promise<void>((resolve, reject) => show({ resolve, reject })).finally(() => {
    waiting = undefined;
  });
  return waiting;
}
