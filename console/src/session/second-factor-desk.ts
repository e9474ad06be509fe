import type { ApiError } from "../api/api-error.ts";

/** Somebody waits for the second factor to be shown. */
export interface Asked {
  readonly resolve: () => void;
  readonly reject: (error: ApiError) => void;
}

let listener: ((asked: Asked) => void) | undefined;
let waiting: Promise<void> | undefined;

/** Where the dialog listens; answers how to stop. */
export function onSecondFactorAsked(listen: (asked: Asked) => void): () => void {
  listener = listen;
  return () => {
    if (listener === listen) listener = undefined;
  };
}

/** Asks the person; two requests that were refused at once are served by one answer. */
export function askForSecondFactor(refused: ApiError): Promise<void> {
  const show = listener;
  if (show === undefined) return Promise.reject(refused);
  waiting ??= new Promise<void>((resolve, reject) => show({ resolve, reject })).finally(() => {
    waiting = undefined;
  });
  return waiting;
}
