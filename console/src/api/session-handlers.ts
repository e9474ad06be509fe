import type { ApiError } from "./api-error.ts";

/** What the client of the API leaves to those who can show something to the person. */
export interface SessionHandlers {
  /** Resolves once the second factor was shown; rejects when the person would rather not. */
  readonly confirmSecondFactor: (refused: ApiError) => Promise<void>;
  readonly onSignedOut: () => void;
}

const nobody: SessionHandlers = {
  confirmSecondFactor: async (refused) => {
    throw refused;
  },
  onSignedOut: () => {},
};
let current = nobody;

export function sessionHandlers(): SessionHandlers {
  return current;
}

export function setSessionHandlers(handlers: SessionHandlers): void {
  current = handlers;
}
