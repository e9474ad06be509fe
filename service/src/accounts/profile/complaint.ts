import { type FieldError, type Refusal, refuse } from "../../kernel/refusal.ts";

/** Why a value is not taken. It speaks of the form and never repeats the value, which may be personal. */
export interface Complaint {
  readonly kind: "complaint";
  readonly detail: string;
}

export function complain(detail: string): Complaint {
  return { kind: "complaint", detail };
}

export function isComplaint(value: unknown): value is Complaint {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "complaint";
}

/** Reads values one after another and remembers every place that is wrong, so that all of them are told at once. */
export interface Reading {
  /** The value; where it is not taken, the complaint is kept and the stand-in goes on until the refusal is made. */
  take<T>(pointer: string, outcome: T | Complaint, standIn: T): T;
  /** What has to be refused, if anything. */
  refusal(): Refusal | undefined;
}

export function createReading(): Reading {
  const errors: FieldError[] = [];
  return {
    take: (pointer, outcome, standIn) => {
      if (!isComplaint(outcome)) return outcome;
      errors.push({ pointer, detail: outcome.detail });
      return standIn;
    },
    refusal: () => {
      const [first] = errors;
      if (first === undefined) return undefined;
      const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
      return refuse("unprocessable", `${first.pointer} ${first.detail}${more}`, { errors });
    },
  };
}
