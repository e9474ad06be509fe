import { useState } from "react";
import { validationIssueAt } from "../api/api-error.ts";
import { isCanceled } from "../api/client.ts";

/** Form values by JSON pointer into the request body: `/address/city`. */
export type PointerValues = Readonly<Record<string, string>>;

export interface PointerForm {
  readonly values: PointerValues;
  readonly isBusy: boolean;
  /** Error of the whole request. */
  readonly error: unknown;
  readonly set: (pointer: string, value: string) => void;
  readonly replace: (values: PointerValues) => void;
  /** Validation message of the service for this field. */
  readonly errorAt: (pointer: string) => string | undefined;
  /** Runs the request. Errors are shown at the fields they refer to. */
  readonly submit: (work: () => Promise<unknown>) => Promise<void>;
}

/** A form whose fields are identified by the JSON pointers used in the API's validation errors. */
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
    errorAt: (pointer) => validationIssueAt(error, pointer),
    submit,
  };
}
