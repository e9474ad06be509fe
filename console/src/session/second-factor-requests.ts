import type { ApiError, RequestedConfirmation } from "../api/api-error.ts";

/** A pending second-factor confirmation. */
export interface SecondFactorRequest {
  /** The request that the user confirms; undefined for sensitive actions in general. */
  readonly confirmation: RequestedConfirmation | undefined;
  readonly resolve: () => void;
  readonly reject: (error: ApiError) => void;
}

let listener: ((pending: SecondFactorRequest) => void) | undefined;
let shared: Promise<void> | undefined;
let previous: Promise<void> = Promise.resolve();

/** Registers the dialog's listener and returns a function that removes it. */
export function onSecondFactorRequested(listen: (pending: SecondFactorRequest) => void): () => void {
  listener = listen;
  return () => {
    if (listener === listen) listener = undefined;
  };
}

/** Requests confirmation from the user. Concurrent sensitive actions share one; a request of its own never does. */
export function askForSecondFactor(refused: ApiError): Promise<void> {
  if (refused.confirmation !== undefined) return ask(refused);
  shared ??= ask(refused).finally(() => {
    shared = undefined;
  });
  return shared;
}

/** The dialog shows one at a time. */
function ask(refused: ApiError): Promise<void> {
  const { confirmation } = refused;
  const confirmed = previous.then(
    () =>
      new Promise<void>((resolve, reject) => {
        if (listener === undefined) reject(refused);
        else listener({ confirmation, resolve, reject });
      }),
  );
  previous = confirmed.catch(() => {});
  return confirmed;
}
