import { useState } from "react";
import { validationIssueAt } from "../api/api-error.ts";
import { type Attempt, useAttempt } from "./use-attempt.ts";

/** Form values by JSON pointer into the request body: `/address/city`. */
export type PointerValues = Readonly<Record<string, string>>;

export interface PointerForm extends Attempt {
  readonly values: PointerValues;
  readonly set: (pointer: string, value: string) => void;
  readonly replace: (values: PointerValues) => void;
  /** Validation message of the service for this field. */
  readonly errorAt: (pointer: string) => string | undefined;
}

/** A form whose fields are identified by the JSON pointers used in the API's validation errors. */
export function usePointerForm(initial: PointerValues = {}): PointerForm {
  const [values, setValues] = useState(initial);
  const state = useAttempt();
  return {
    ...state,
    values,
    set: (pointer, value) => setValues((current) => ({ ...current, [pointer]: value })),
    replace: setValues,
    errorAt: (pointer) => validationIssueAt(state.error, pointer),
  };
}
