import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";

/** The files of a checkout, with relative paths and forward slashes. */
export interface Tree {
  readonly files: readonly TreeFile[];
}

export interface TreeFile {
  readonly path: string;
  readonly text: string;
}

/** A project rule: its findings, one line each, `path:line: what is wrong`. */
export interface TidyRule {
  readonly name: string;
  readonly check: (tree: Tree) => readonly string[];
}

/** Reads committed and new files, without those that git ignores. */
export async function readTree(root: string): Promise<Tree> {
  const paths = (await filesByGit(root)) ?? (await filesByWalking(root));
  const files = await Promise.all(paths.sort().map((path) => readTextFile(root, path)));
  return { files: files.filter((file) => file !== undefined) };
}

/** The findings of one pattern, line by line. */
export function linesMatching(file: TreeFile, pattern: RegExp, validationIssue: string): string[] {
  // Most files have none, which one search shows.
  if (!new RegExp(pattern, `${pattern.flags}m`).test(file.text)) return [];
  return file.text
    .split("\n")
    .flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1}: ${validationIssue}`] : []));
}

const run = promisify(execFile);
const maxOutputBytes = 16 * 1024 * 1024;
const ignoredFolders = new Set([".git", "node_modules", "dist", "data", "coverage"]);

async function filesByGit(root: string): Promise<string[] | undefined> {
  const command = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  try {
    const { stdout } = await run("git", command, { cwd: root, maxBuffer: maxOutputBytes });
    const paths = stdout.split("\0").filter((path) => path !== "");
    return paths.length === 0 ? undefined : paths;
  } catch {
    // No git, or no repository: a source archive is checked as well.
    return undefined;
  }
}

async function filesByWalking(root: string): Promise<string[]> {
  const paths: string[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isFile()) paths.push(relative(root, path).split(sep).join("/"));
      if (entry.isDirectory() && !ignoredFolders.has(entry.name)) folders.push(path);
    }
  }
  return paths;
}

/** A binary file has empty text; undefined for a file that git lists but that is deleted. */
async function readTextFile(root: string, path: string): Promise<TreeFile | undefined> {
  try {
    const text = await readFile(join(root, path), "utf8");
    return { path, text: text.includes("\0") ? "" : text };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
