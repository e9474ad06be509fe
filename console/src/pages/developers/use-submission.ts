import { type FormEvent, useState } from "react";
import { isCanceled } from "../../api/client.ts";

interface Submission {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly submit: (event?: FormEvent) => void;
}

/** Submits a form, one submission at a time, and keeps the error. */
export function useSubmission(work: () => Promise<unknown>): Submission {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async () => {
    setIsBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      if (!isCanceled(thrown)) setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    error,
    submit: (event) => {
      event?.preventDefault();
      void run();
    },
  };
}
