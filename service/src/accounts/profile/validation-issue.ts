import { type FieldError, type Refusal, refuse } from "../../kernel/refusal.ts";

/** A validation issue. It describes the expected format and never contains the value, which may be personal data. */
export interface ValidationIssue {
  readonly kind: "validationIssue";
  readonly detail: string;
}

export function complain(detail: string): ValidationIssue {
  return { kind: "validationIssue", detail };
}

export function isValidationIssue(value: unknown): value is ValidationIssue {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "validationIssue";
}

/** Collects all validation issues of a request, so that they are reported at once. */
export interface Reading {
  /** The value. If it is invalid, records the issue and returns the placeholder so that reading can continue. */
  take<T>(pointer: string, outcome: T | ValidationIssue, placeholder: T): T;
  /** The refusal with all issues, if there are any. */
  refusal(): Refusal | undefined;
}

export function createReading(): Reading {
  const errors: FieldError[] = [];
  return {
    take: (pointer, outcome, placeholder) => {
      if (!isValidationIssue(outcome)) return outcome;
      errors.push({ pointer, detail: outcome.detail });
      return placeholder;
    },
    refusal: () => {
      const [first] = errors;
      if (first === undefined) return undefined;
      const suffix = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
      return refuse("unprocessable", `${first.pointer} ${first.detail}${suffix}`, { errors });
    },
  };
}
