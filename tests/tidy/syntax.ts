import ts from "typescript";
import type { Tree, TreeFile } from "./tree.ts";

export type Visit = (node: ts.Node, file: TreeFile) => string | undefined;

/** Visits every node of every source file and collects what the visit reports, with its position. */
export function inspect(tree: Tree, looksAt: (path: string) => boolean, visit: Visit): string[] {
  return tree.files
    .filter((file) => isCode(file.path) && looksAt(file.path))
    .flatMap((file) => inspectFile(file, visit));
}

export function isCode(path: string): boolean {
  return /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path);
}

/** Tests, test support and benchmarks: not part of the service, and allowed to do what it must not. */
export function isTestOrBench(path: string): boolean {
  return /\.test\.tsx?$|(?:^|\/)tests?\/|^bench\//.test(path);
}

export function lineSpan(node: ts.Node): number {
  const source = node.getSourceFile();
  const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
  return source.getLineAndCharacterOfPosition(node.getEnd()).line - first + 1;
}

function inspectFile(file: TreeFile, visit: Visit): string[] {
  const source = parse(file);
  const findings: string[] = [];
  const walk = (node: ts.Node): void => {
    const validationIssue = visit(node, file);
    if (validationIssue !== undefined)
      findings.push(`${file.path}:${lineOf(node, source)}: ${validationIssue}`);
    ts.forEachChild(node, walk);
  };
  walk(source);
  return findings;
}

const parsed = new WeakMap<TreeFile, ts.SourceFile>();

/** Each file is parsed once, however many rules use it. */
function parse(file: TreeFile): ts.SourceFile {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
  parsed.set(file, source);
  return source;
}

function lineOf(node: ts.Node, source: ts.SourceFile): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}
