import type { IsoProblem } from "./iso-message.ts";
import type { Position } from "./tag-positions.ts";

/** Maximum number of problems reported for one message. */
const maxProblems = 50;

/** Problems of a message, collected while it is read. */
export interface Problems {
  /** The detail names elements of the standard and never quotes the file. */
  add(at: Position, rule: IsoRule, detail: string): void;
  list(): readonly IsoProblem[];
}

/** README.md explains each rule. */
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
