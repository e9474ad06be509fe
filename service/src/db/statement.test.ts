import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exercise, filesWithStatements } from "../../test/all-statements.ts";
import { createTestDatabase, openTwoRoles } from "../../test/database.ts";
import { type DeclaredStatement, readDeclaredStatements } from "../../test/declared-statements.ts";
import { type DescribedColumn, openDescriber } from "../../test/described-statements.ts";
import { findUnversioned, writesOf } from "../../test/unversioned-facts.ts";
import { tables } from "../tables.ts";
import { withClient } from "./client.ts";
import { migrate } from "./migrate.ts";

const root = join(import.meta.dirname, "../../..");
const sources = join(root, "service/src");

test("every statement can be prepared, its columns are those of its row type, the service's role may run it, every change of facts has a version, and every change of an audited table an entry", async () => {
  const { statements, findings } = await compare(await filesWithStatements(root));
  expect(statements.length).toBeGreaterThan(400);
  expect(findings).toEqual([]);
  expect(await refusedTo(statements)).toEqual([]);
  expect(statements.flatMap(findUnversioned)).toEqual([]);
  expect(tablesWithVersions(statements)).toEqual(factsTables);
  expect(statements.flatMap(findUnaudited)).toEqual([]);
  const planted = { place: "planted", columns: undefined, texts: ["DELETE FROM members"] };
  expect(findUnaudited(planted)).toHaveLength(1);
  const forbidden = { place: "planted", columns: undefined, texts: ["DELETE FROM audit_log"] };
  expect(await refusedTo([forbidden])).toEqual(["planted: permission denied for table audit_log"]);
});

/** Texts that change audited tables and do not say which entry their transaction has. */
function findUnaudited({ place, texts, audited }: DeclaredStatement): readonly string[] {
  if (audited !== undefined) return [];
  const wrong = texts.filter((text) =>
    writesOf(text).some(({ table }) => tables.get(table)?.audited !== undefined),
  );
  return wrong.map((text) => `${place}: ${text.slice(0, 60)}`);
}

const factsTables = [...tables.values()]
  .filter(({ facts }) => facts !== undefined)
  .map(({ name }) => name)
  .toSorted();

function tablesWithVersions(statements: readonly DeclaredStatement[]): readonly string[] {
  const marked = statements.filter(({ changesFacts }) => changesFacts !== undefined);
  const tables = marked.flatMap(({ texts }) => texts.map((text) => writesOf(text)[0]?.table ?? ""));
  return [...new Set(tables)].toSorted();
}

/** PostgreSQL checks the privileges of a statement before it explains it. */
async function refusedTo(statements: readonly DeclaredStatement[]): Promise<readonly string[]> {
  await using roles = await openTwoRoles();
  await migrate({ tables, target: roles.owner, serviceRole: roles.role });
  return await withClient(roles.service, "florin test", async (client) => {
    const refused: string[] = [];
    for (const { place, texts } of statements) {
      for (const text of texts.filter((each) => !each.trimStart().startsWith("VACUUM"))) {
        await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`).catch((error: Error) => {
          refused.push(`${place}: ${error.message}`);
        });
      }
    }
    return refused;
  });
}

test("a wrong name, type or nullability is found", async () => {
  const folder = await mkdtemp(join(root, "node_modules/.planted-"));
  try {
    const path = join(folder, "planted.ts");
    await writeFile(path, planted);
    const { findings } = await compare([path]);
    expect(findings.map((finding) => finding.replace(/^\S+:(\d+)/, "$1"))).toEqual([
      "3: planted is not a column",
      "3: the row type has no networks",
      "4: createdAt is Instant, not string",
      "5: revokedAt can be NULL",
      "6: tenantId cannot be NULL",
      '7: relation "no_such_table" does not exist',
      "8: text was never composed",
      "9: hash is undefined for NULL, never null",
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

const planted = `import { statement } from ${JSON.stringify(join(sources, "db/statement.ts"))};
type Instant = number & { readonly brand: true };
export const names = statement<{ readonly planted: string }>("SELECT network AS networks FROM applications");
export const types = statement<{ readonly createdAt: string }>("SELECT created_at FROM applications");
export const gone = statement<{ readonly revokedAt: Instant }>("SELECT revoked_at FROM applications");
export const there = statement<{ readonly tenantId: string | undefined }>("SELECT tenant_id FROM applications");
export const table = statement("SELECT 1 FROM no_such_table");
export const late = () => statement("SELECT 1");
export const nothing = statement<{ readonly hash: Buffer | undefined | null }>("SELECT NULL::bytea AS hash");
export const right = statement<{ readonly revokedAt: Instant | undefined }>("SELECT revoked_at FROM applications");
`;

async function compare(paths: readonly string[]) {
  const statements = await readDeclaredStatements(root, paths, exercise);
  await using env = await createTestDatabase();
  const findings = await withClient(env.target, "florin test", async (client) => {
    const { describe } = await openDescriber(client);
    const found: string[] = [];
    for (const declared of statements) {
      const add = (detail: string) => found.push(`${declared.place}: ${detail}`);
      if (declared.texts.length === 0) add("text was never composed");
      for (const text of declared.texts) {
        try {
          for (const detail of differences(declared, await describe(text))) add(detail);
        } catch (error) {
          add(error instanceof Error ? error.message : String(error));
        }
      }
    }
    return found;
  });
  return { statements, findings: [...new Set(findings)] };
}

function differences(
  { columns, texts }: DeclaredStatement,
  described: readonly DescribedColumn[],
): readonly string[] {
  if (columns === undefined) return [];
  const names = new Set(described.map(({ name }) => name));
  const missing = [...columns.keys()].filter((name) => !names.has(name));
  return [
    ...missing.map((name) => `${name} is not a column`),
    ...described.flatMap(({ name, kind, isNullable }) => {
      const declared = columns.get(name);
      if (declared === undefined) return [`the row type has no ${name}`];
      const details: string[] = [];
      if (kind !== "json" && kind !== declared.kind) details.push(`${name} is ${kind}, not ${declared.kind}`);
      if (declared.hasNull && kind !== "json") details.push(`${name} is undefined for NULL, never null`);
      if (isNullable === true && !declared.isOptional) details.push(`${name} can be NULL`);
      // Several texts may share a row type, and one of them may have the NULL.
      if (isNullable === false && declared.isOptional && texts.length === 1)
        details.push(`${name} cannot be NULL`);
      return details;
    }),
  ];
}
