import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { readSchema } from "../src/db/migration-files.ts";
import type { Schema } from "../src/db/migration-plan.ts";
import type { OpenApiDocument } from "../src/http/openapi.ts";

/** The release that must keep working while this one is rolled out; raise it with each release. */
const previousCommit = "a2f5afb4d97beec4f6a100781fad4944580493c9";

export interface PreviousRelease {
  readonly folder: string;
  /** Path of one of its programs, bundled by its own build. */
  bundle(program: string): Promise<string>;
  /** Its API document. */
  document(): Promise<OpenApiDocument>;
  /** Every statement that its modules declare. */
  statementTexts(): Promise<readonly string[]>;
  /** Its migrations and functions. */
  schema(): Promise<Schema>;
  [Symbol.asyncDispose](): Promise<void>;
}

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** The sources of the previous release with the packages of this checkout; undefined without its commit in git. */
export async function openPreviousRelease(): Promise<PreviousRelease | undefined> {
  const isThere = await run("git", ["-C", root, "cat-file", "-e", `${previousCommit}^{commit}`]).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "florin-previous-"));
  const archive = join(folder, "archive.tar");
  await run("git", ["-C", root, "archive", "--output", archive, previousCommit]);
  await run("tar", ["-xf", archive, "-C", folder]);
  await rm(archive);
  await linkPackages(folder);
  const bundle = async (program: string): Promise<string> => {
    const builder = await import(pathToFileURL(join(folder, "service/bundle.mjs")).href);
    return builder.bundle(join(folder, program));
  };
  return {
    folder,
    bundle,
    document: async () => JSON.parse(await readFile(join(folder, "openapi.json"), "utf8")),
    statementTexts: () => statementTexts(folder, bundle),
    schema: () => readSchema(join(folder, "service/src/db")),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

export const noPreviousRelease = `the commit ${previousCommit} of the previous release is not in this clone`;

/** Its own packages, and all others of this checkout. */
async function linkPackages(folder: string): Promise<void> {
  for (const place of ["node_modules", "service/node_modules"]) {
    await mkdir(join(folder, place), { recursive: true });
    for (const name of await readdir(join(root, place)).catch(() => [])) {
      if (name.startsWith(".") || name === "@florin") continue;
      await symlink(join(root, place, name), join(folder, place, name));
    }
  }
  await mkdir(join(folder, "node_modules/@florin"));
  for (const name of ["service", "sandbox", "sdk"])
    await symlink(join(folder, name), join(folder, "node_modules/@florin", name));
}

const recorder = `
const texts = (globalThis.previousStatements ??= []);
export function statement(text) {
  texts.push(text);
  return { name: String(texts.length), text };
}`;

async function statementTexts(
  folder: string,
  bundle: (program: string) => Promise<string>,
): Promise<readonly string[]> {
  const declaration = join(folder, "service/src/db/statement.ts");
  const original = await readFile(declaration, "utf8");
  const sources = await readdir(join(folder, "service/src"), { recursive: true });
  const stores = sources.filter((name) => name.endsWith("store.ts") && !name.endsWith(".test.ts"));
  const entry = "service/src/all-statements.ts";
  await writeFile(join(folder, entry), stores.map((name) => `import "./${name}";\n`).join(""));
  await writeFile(declaration, recorder);
  const holder = globalThis as { previousStatements?: string[] };
  try {
    await import(pathToFileURL(await bundle(entry)).href);
    return holder.previousStatements ?? [];
  } finally {
    delete holder.previousStatements;
    await writeFile(declaration, original);
    await rm(join(folder, entry));
  }
}
