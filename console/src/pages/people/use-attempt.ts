import { useState } from "react";
import { isCanceled } from "../../api/client.ts";

interface Attempt {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Does something once at a time. False when it failed; then `error` says why. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** Something that a person tries, and tries again when it fails. */
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
