import type { IsoProblem } from "./iso-message.ts";
import type { Position } from "./tag-positions.ts";

/** More than this of one message help nobody. */
const maxProblems = 50;

/** What is wrong with a message, collected while it is read. */
export interface Problems {
  /** The detail names elements of the standard and never quotes what stands in the file. */
  add(at: Position, rule: IsoRule, detail: string): void;
  list(): readonly IsoProblem[];
}

/** The names of the rules; README.md says what each demands. */
export type IsoRule =
  | "size"
  | "encoding"
  | "doctype"
  | "well-formed"
  | "namespace"
  | "root"
  | "missing"
  | "unexpected"
  | "too-many"
  | "attribute"
  | "text"
  | "amount"
  | "currency"
  | "date"
  | "code"
  | "identifier"
  | "routing-number"
  | "count"
  | "sum";

export function createProblems(): Problems {
  const problems: IsoProblem[] = [];
  return {
    add: ({ line, column }, rule, detail) => {
      if (problems.length < maxProblems) problems.push({ line, column, rule, detail });
    },
    list: () => problems,
  };
}
