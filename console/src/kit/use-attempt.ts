import { useState } from "react";
import { isCanceled } from "../api/client.ts";

export interface Attempt {
  readonly isBusy: boolean;
  /** Why the last attempt failed. */
  readonly error: unknown;
  /** Runs one task at a time. Returns false on failure; `error` then has the cause. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** State of a user action that can fail and be retried. */
export function useAttempt(): Attempt {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const attempt: Attempt["attempt"] = async (work) => {
    setIsBusy(true);
    setError(undefined);
    try {
      await work();
      return true;
    } catch (thrown) {
      if (!isCanceled(thrown)) setError(thrown);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, error, attempt };
}
