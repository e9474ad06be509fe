import type { NachaEntry, NachaProblem, RefusedEntry } from "./nacha-file.ts";

/** A file that isn't Nacha at all breaks a rule in every line; more problems than this don't help. */
export const maxProblems = 100;

export interface ProblemList {
  add(problem: NachaProblem): void;
  /** A problem of one entry that leaves the rest of the file usable. */
  refuseEntry(entry: NachaEntry, problem: NachaProblem): void;
  all(): readonly NachaProblem[];
  refusedEntries(): readonly RefusedEntry[];
}

/** The problems of one file, sorted by position. Only the first problem of a field is kept; later ones follow on. */
export function createProblemList(): ProblemList {
  const problems: NachaProblem[] = [];
  const fields = new Set<string>();
  const refused = new Map<NachaEntry, NachaProblem>();
  return {
    add: (problem) => {
      const field = `${problem.line}:${problem.column}`;
      // Column 1 means the whole record.
      if (problems.length >= maxProblems || (problem.column > 1 && fields.has(field))) return;
      fields.add(field);
      problems.push(problem);
    },
    refuseEntry: (entry, problem) => {
      if (!refused.has(entry)) refused.set(entry, problem);
    },
    refusedEntries: () => [...refused].map(([entry, problem]) => ({ entry, problem })),
    all: () => problems.toSorted((a, b) => a.line - b.line || a.column - b.column),
  };
}
