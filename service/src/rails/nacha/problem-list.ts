import type { NachaProblem } from "./nacha-file.ts";

/** A file of noise breaks a rule in every line; nobody reads more than the first of them. */
export const maxProblems = 100;

export interface ProblemList {
  add(problem: NachaProblem): void;
  all(): readonly NachaProblem[];
}

/** The problems of one file, sorted by where they are. Of a field only the first is kept: what follows follows from it. */
export function createProblemList(): ProblemList {
  const problems: NachaProblem[] = [];
  const fields = new Set<string>();
  return {
    add: (problem) => {
      const field = `${problem.line}:${problem.column}`;
      // Column 1 stands for the whole record.
      if (problems.length >= maxProblems || (problem.column > 1 && fields.has(field))) return;
      fields.add(field);
      problems.push(problem);
    },
    all: () => problems.toSorted((one, other) => one.line - other.line || one.column - other.column),
  };
}
