import ts from "typescript";
import { knownChainNames } from "../../service/src/chains/known-chains.ts";
import { bankRails, railSystems } from "../../service/src/rails/rail.ts";
import { inspect, isTestOrBench } from "./syntax.ts";
import { linesMatching, type TidyRule, type Tree } from "./tree.ts";

/** A new rail or chain is an entry in its registry: a second list of names would miss it. */
export const railNameRules: readonly TidyRule[] = [
  { name: "rails and chains are only enumerated in their registries", check: nameLists },
  { name: "no constraint of the database names rails", check: railConstraints },
];

const registries: readonly string[] = ["service/src/rails/registry.ts", "service/src/chains/known-chains.ts"];
/** Two names may be an example or a choice; three are a list. */
const fewestNames = 3;
const kinds: readonly (readonly string[])[] = [bankRails, railSystems, knownChainNames];

const advice = "derive it from the registry of rails or chains, or from GET /transfer-types";

function nameLists(tree: Tree): string[] {
  return inspect(
    tree,
    (path) =>
      !registries.includes(path) &&
      !isTestOrBench(path) &&
      !path.endsWith(".fixture.ts") &&
      !path.endsWith(".d.ts") &&
      !path.startsWith("sdk/src/generated/") &&
      !path.startsWith("cli/src/generated/"),
    (node) => (kinds.some((names) => isList(node, names)) ? advice : undefined),
  );
}

function isList(node: ts.Node, names: readonly string[]): boolean {
  const found = new Set(namesIn(node).filter((name) => names.includes(name)));
  return found.size >= fewestNames;
}

function namesIn(node: ts.Node): readonly string[] {
  if (ts.isArrayLiteralExpression(node)) return textsOf(node.elements);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap(({ name }) =>
      name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [name.text] : [],
    );
  if (ts.isUnionTypeNode(node))
    return textsOf(node.types.flatMap((type) => (ts.isLiteralTypeNode(type) ? [type.literal] : [])));
  if (ts.isCaseBlock(node))
    return textsOf(node.clauses.flatMap((clause) => (ts.isCaseClause(clause) ? [clause.expression] : [])));
  return ts.isStringLiteralLike(node) ? (node.text.match(/[a-z_]+/g) ?? []) : [];
}

function textsOf(nodes: readonly ts.Node[]): readonly string[] {
  return nodes.flatMap((node) => (ts.isStringLiteralLike(node) ? [node.text] : []));
}

function railConstraints(tree: Tree): string[] {
  const quoted = new RegExp(`'(?:${[...bankRails, ...railSystems].join("|")})'`);
  return tree.files
    .filter(({ path }) => /\/migrations\/[^/]+\.sql$/.test(path))
    .flatMap((file) =>
      linesMatching(file, quoted, "store the name without a constraint; the registry knows it"),
    );
}
