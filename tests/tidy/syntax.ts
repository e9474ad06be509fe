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
  const findings: string[] = [];
  for (const node of nodesOf(file)) {
    const validationIssue = visit(node, file);
    if (validationIssue !== undefined) findings.push(`${file.path}:${lineOf(node)}: ${validationIssue}`);
  }
  return findings;
}

const parsed = new WeakMap<TreeFile, readonly ts.Node[]>();

/** Each file is parsed once, however many rules use it, and its tree is walked once. */
function nodesOf(file: TreeFile): readonly ts.Node[] {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const nodes: ts.Node[] = [];
  const walk = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, walk);
  };
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  walk(ts.createSourceFile(file.path, file.text, options, true));
  parsed.set(file, nodes);
  return nodes;
}

function lineOf(node: ts.Node): number {
  const source = node.getSourceFile();
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}
