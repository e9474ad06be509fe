import { assert } from "../kernel/assert.ts";
import type { SqlValue, Statement } from "./statement.ts";

/** What a transaction has changed of audited tables, and recorded in the audit log. */
export interface AuditGuard {
  noteEntries(recording: Statement, values: readonly SqlValue[]): void;
  noteChange(changing: Statement, rows: number): void;
  /** Returns a function that forgets what was changed since. */
  savepoint(): () => void;
  /** Fails if a change has no entry. */
  settle(): void;
}

export function createAuditGuard(): AuditGuard {
  const recorded = new Set<SqlValue>();
  let changed: readonly (readonly string[])[] = [];
  return {
    noteEntries: ({ recordsAudit }, values) => {
      if (recordsAudit === undefined) return;
      for (const type of values[recordsAudit - 1] as readonly SqlValue[]) recorded.add(type);
    },
    noteChange: ({ audited = [] }, rows) => {
      if (audited.length > 0 && rows > 0 && !changed.includes(audited)) changed = [...changed, audited];
    },
    savepoint: () => {
      const known = changed;
      return () => {
        changed = known;
      };
    },
    settle: () => {
      for (const types of changed)
        assert(
          types.some((type) => recorded.has(type)),
          `a transaction that changes audited rows has an entry of type ${types.join(" or ")}`,
        );
    },
  };
}
