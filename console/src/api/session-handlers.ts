import type { ApiError } from "./api-error.ts";

/** UI hooks that the API client needs. */
export interface SessionHandlers {
  /** Resolves once the user has confirmed the second factor; rejects if the user cancels. */
  readonly confirmSecondFactor: (refused: ApiError) => Promise<void>;
  readonly onSignedOut: () => void;
}

const noHandlers: SessionHandlers = {
  confirmSecondFactor: async (refused) => {
    throw refused;
  },
  onSignedOut: () => {},
};
let current = noHandlers;

export function sessionHandlers(): SessionHandlers {
  return current;
}

export function setSessionHandlers(handlers: SessionHandlers): void {
  current = handlers;
}
