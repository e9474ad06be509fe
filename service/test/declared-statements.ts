import { mkdtemp, readFile, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import ts from "typescript";
import type { Session } from "../src/db/database.ts";
import type { List } from "../src/db/list-pages.ts";
import type { Statement, StatementOptions } from "../src/db/statement.ts";
import { statementsOf } from "../src/db/table-statements.ts";

/**
 * A call of `statement` in the sources: the columns of its row type, and the texts it was called with. Or a call of a
 * method of a table, whose rows follow from the table's declaration. Or a list, which composes a text for each read.
 */
export interface DeclaredStatement {
  /** File and line, relative to the root. */
  readonly place: string;
  /** Of the constant or the function that it is declared in. */
  readonly name?: string | undefined;
  /** Undefined without a row type. */
  readonly columns: ReadonlyMap<string, DeclaredColumn> | undefined;
  readonly texts: readonly string[];
  /** Whose facts it changes; see `facts-version.ts`. */
  readonly changesFacts?: Statement["changesFacts"] | undefined;
  readonly audited?: Statement["audited"] | undefined;
}

export interface DeclaredColumn {
  readonly kind: string;
  readonly isOptional: boolean;
  /** Rows have undefined for NULL. */
  readonly hasNull: boolean;
}

/** The loaded modules, by their path relative to the root. */
export type LoadedModules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A list of the sources, and a session in which the next statement is recorded as one of its reads. */
export interface LoadedList {
  readonly list: List<Readonly<Record<string, unknown>>, unknown>;
  readonly sessionOfRead: () => Session;
}

type Exercise = (modules: LoadedModules, lists: readonly LoadedList[]) => Promise<void>;

/**
 * Loads the files and lists every call of `statement` in them. `exercise` calls the functions that compose a statement
 * at each call.
 */
export async function readDeclaredStatements(
  root: string,
  paths: readonly string[],
  exercise: Exercise,
): Promise<readonly DeclaredStatement[]> {
  const program = ts.createProgram([...paths], compilerOptions(root));
  // Before the syntax is read: the checker is what links nodes to their parents.
  const checker = program.getTypeChecker();
  const calls = paths.flatMap((path) => callsIn(program, path));
  const collected = await collectTexts(root, calls, exercise);
  // What the methods of tables compose is recorded where they are called.
  const declared = calls.filter(({ path }) => !path.endsWith("db/table-statements.ts"));
  return declared.map(({ key, node, path }) => {
    const line = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const place = `${relative(root, path)}:${line}`;
    const calls = collected.get(key) ?? [];
    const texts = calls.map(({ text }) => text);
    const columns = columnsOf(checker, node);
    const { changesFacts, audited } = calls[0] ?? {};
    return { place, name: nameOf(node), columns, texts, changesFacts, audited };
  });
}

function compilerOptions(root: string): ts.CompilerOptions {
  const path = join(root, "tsconfig.json");
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root).options;
}

interface StatementCall {
  readonly key: string;
  readonly path: string;
  readonly node: ts.CallExpression;
  readonly kind: "statement" | "method of a table" | "list";
}

function callsIn(program: ts.Program, path: string): readonly StatementCall[] {
  const source = program.getSourceFile(path);
  if (source === undefined) throw new Error(`${path} is not part of the program`);
  const checker = program.getTypeChecker();
  const calls: StatementCall[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const kind = kindOfCall(checker, node.expression);
      if (kind !== undefined) calls.push({ key: `${path}:${node.getStart()}`, path, node, kind });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return calls;
}

function kindOfCall(checker: ts.TypeChecker, callee: ts.Expression): StatementCall["kind"] | undefined {
  if (isTableMethod(checker, callee)) return "method of a table";
  if (isImported(checker, callee, "statement")) return "statement";
  return isImported(checker, callee, "list") ? "list" : undefined;
}

function isImported(checker: ts.TypeChecker, callee: ts.Expression, name: string): boolean {
  if (!ts.isIdentifier(callee) || callee.text !== name) return false;
  const symbol = checker.getSymbolAtLocation(callee);
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
}

/** All that is called on a table makes a statement, but for its list of columns and its views. */
const tableMethods = Object.keys(statementsOf({} as never)).filter((name) => !/^(?:list|view)$/.test(name));

function isTableMethod(checker: ts.TypeChecker, callee: ts.Expression): boolean {
  // By name first: types take time.
  if (!ts.isPropertyAccessExpression(callee) || !tableMethods.includes(callee.name.text)) return false;
  const type = checker.getTypeAtLocation(callee.expression);
  return type.symbol?.name === "Table" && type.getProperty("insertMany") !== undefined;
}

function nameOf(node: ts.Node | undefined): string | undefined {
  if (node === undefined || ts.isSourceFile(node)) return undefined;
  const isNamed = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node);
  return isNamed && node.name !== undefined && ts.isIdentifier(node.name)
    ? node.name.text
    : nameOf(node.parent);
}

type CollectedCall = Pick<Statement, "text"> & StatementOptions;

async function collectTexts(
  root: string,
  calls: readonly StatementCall[],
  exercise: Exercise,
): Promise<ReadonlyMap<string, readonly CollectedCall[]>> {
  // Where the bundle finds the dependencies.
  const folder = await mkdtemp(join(root, "node_modules/.statements-"));
  const texts = new Map<string, CollectedCall[]>();
  let place: string | undefined;
  const record = (written: string, text: string, options: StatementOptions = {}): object => {
    const key = place ?? written;
    texts.set(key, [...(texts.get(key) ?? []), { text, ...options }]);
    return { name: key, text };
  };
  const recordAt = <T>(key: string, compose: () => T): T => {
    place = key;
    const result = compose();
    place = undefined;
    return result;
  };
  const lists: LoadedList[] = [];
  const recordList = (key: string, list: LoadedList["list"]): LoadedList["list"] => {
    const rows = async (): Promise<[]> => {
      place = undefined;
      return [];
    };
    const sessionOfRead = (): Session => {
      place = key;
      return { rows, first: async () => undefined } as unknown as Session;
    };
    lists.push({ list, sessionOfRead });
    return list;
  };
  const hook = globalThis as {
    recordStatement?: typeof record;
    recordAt?: typeof recordAt;
    recordList?: typeof recordList;
  };
  try {
    await bundleWithKeys(root, join(folder, "statements.mjs"), calls);
    hook.recordStatement = record;
    hook.recordAt = recordAt;
    hook.recordList = recordList;
    const { modules } = await import(pathToFileURL(join(folder, "statements.mjs")).href);
    await exercise(modules, lists);
  } finally {
    delete hook.recordStatement;
    delete hook.recordAt;
    delete hook.recordList;
    await rm(folder, { recursive: true, force: true });
  }
  return texts;
}

async function bundleWithKeys(root: string, outfile: string, calls: readonly StatementCall[]): Promise<void> {
  const paths = [...new Set(calls.map(({ path }) => path))];
  const imports = paths.map((path, index) => `import * as module${index} from ${JSON.stringify(path)};`);
  const members = paths.map((path, index) => `${JSON.stringify(relative(root, path))}: module${index}`);
  await build({
    stdin: {
      contents: `${imports.join("\n")}\nexport const modules = { ${members.join(", ")} };`,
      resolveDir: dirname(outfile),
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
    plugins: [
      {
        name: "keys of statements",
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
            contents: withKeys(
              await readFile(path, "utf8"),
              calls.filter((call) => call.path === path),
            ),
            loader: "ts",
          })),
      },
    ],
  });
}

function withKeys(text: string, calls: readonly StatementCall[]): string {
  return calls
    .toSorted((one, other) => other.node.getStart() - one.node.getStart())
    .reduce((changed, { key, node, kind }) => {
      if (kind !== "statement") {
        const call = changed.slice(node.getStart(), node.end);
        const wrapped =
          kind === "list"
            ? `globalThis.recordList(${JSON.stringify(key)}, ${call})`
            : `globalThis.recordAt(${JSON.stringify(key)}, () => ${call})`;
        return changed.slice(0, node.getStart()) + wrapped + changed.slice(node.end);
      }
      const head = `globalThis.recordStatement(${JSON.stringify(key)}, `;
      return changed.slice(0, node.getStart()) + head + changed.slice(node.arguments.pos);
    }, text);
}

function columnsOf(
  checker: ts.TypeChecker,
  node: ts.CallExpression,
): ReadonlyMap<string, DeclaredColumn> | undefined {
  const [declared] = node.typeArguments ?? [];
  if (declared === undefined) return undefined;
  const type = checker.getTypeFromTypeNode(declared);
  // A generic statement takes its columns from the keys that its caller gives.
  if (membersOf(type).some((member) => member.isTypeParameter())) return undefined;
  const properties = checker.getPropertiesOfType(type);
  return new Map(
    properties.map((property) => {
      const type = checker.getTypeOfSymbol(property);
      const includes = (flag: ts.TypeFlags) => membersOf(type).some(({ flags }) => (flags & flag) !== 0);
      const kind = kindOf(checker, checker.getNonNullableType(type));
      const isOptional = includes(ts.TypeFlags.Undefined);
      return [property.name, { kind, isOptional, hasNull: includes(ts.TypeFlags.Null) }];
    }),
  );
}

/** The value's kind at run time, with instants apart from other numbers. */
function kindOf(checker: ts.TypeChecker, type: ts.Type): string {
  const name = checker.typeToString(type);
  if (name === "Instant" || name.startsWith("Buffer")) return name.replace(/<.*/, "");
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return item === undefined ? "object" : `${kindOf(checker, checker.getNonNullableType(item))}[]`;
  }
  const kinds = new Set(membersOf(type).map(({ flags }) => plainKinds.find(([flag]) => flags & flag)?.[1]));
  kinds.delete(undefined);
  return kinds.size === 1 ? [...kinds].join() : "object";
}

const plainKinds = [
  [ts.TypeFlags.StringLike, "string"],
  [ts.TypeFlags.NumberLike, "number"],
  [ts.TypeFlags.BigIntLike, "bigint"],
  [ts.TypeFlags.BooleanLike, "boolean"],
] as const;

function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnionOrIntersection() ? type.types.flatMap(membersOf) : [type];
}
