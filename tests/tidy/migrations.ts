import type { TidyRule, Tree } from "./tree.ts";

/** Rules for migrations, beyond those of the schema's own tests. */
export const migrationRules: readonly TidyRule[] = [
  { name: "a migration adds a column without constraints", check: constrainedColumns },
];

/** On a distributed table Citus refuses them in the command that adds the column. */
function constrainedColumns(tree: Tree): string[] {
  return tree.files
    .filter(({ path }) => /\/migrations\/[^/]+\.sql$/.test(path))
    .filter(({ text }) => constrained.test(text.replaceAll(/--.*$/gm, "")))
    .map(({ path }) => `${path}:1: add the constraint of a new column with a second ALTER TABLE`);
}

const constrained = /\bADD COLUMN\b[^;]*\b(?:CHECK|UNIQUE|PRIMARY KEY|REFERENCES)\b/i;
