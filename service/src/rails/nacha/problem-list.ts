import type { NachaProblem } from "./nacha-file.ts";

/** A file that isn't Nacha at all breaks a rule in every line; more problems than this don't help. */
export const maxProblems = 100;

export interface ProblemList {
  add(problem: NachaProblem): void;
  all(): readonly NachaProblem[];
}

/** The problems of one file, sorted by position. Only the first problem of a field is kept; later ones follow on. */
export function createProblemList(): ProblemList {
  const problems: NachaProblem[] = [];
  const fields = new Set<string>();
  return {
    add: (problem) => {
      const field = `${problem.line}:${problem.column}`;
      // Column 1 means the whole record.
      if (problems.length >= maxProblems || (problem.column > 1 && fields.has(field))) return;
      fields.add(field);
      problems.push(problem);
    },
    all: () => problems.toSorted((a, b) => a.line - b.line || a.column - b.column),
  };
}
