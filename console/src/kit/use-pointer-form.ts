import { useState } from "react";
import { complaintAt } from "../api/api-error.ts";
import { isCanceled } from "../api/client.ts";

/** What is filled in, by where it stands in the request: `/address/city`. */
export type PointerValues = Readonly<Record<string, string>>;

export interface PointerForm {
  readonly values: PointerValues;
  readonly isBusy: boolean;
  /** What went wrong as a whole. */
  readonly error: unknown;
  readonly set: (pointer: string, value: string) => void;
  readonly replace: (values: PointerValues) => void;
  /** What the service said of this place. */
  readonly errorAt: (pointer: string) => string | undefined;
  /** What it rejects with is shown at the fields it names. */
  readonly submit: (work: () => Promise<unknown>) => Promise<void>;
}

/** A form whose fields are named by the pointers with which the service complains about them. */
export function usePointerForm(initial: PointerValues = {}): PointerForm {
  const [values, setValues] = useState(initial);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit: PointerForm["submit"] = async (work) => {
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
    values,
    isBusy,
    error,
    set: (pointer, value) => setValues((current) => ({ ...current, [pointer]: value })),
    replace: setValues,
    errorAt: (pointer) => complaintAt(error, pointer),
    submit,
  };
}
