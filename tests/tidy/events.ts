import ts from "typescript";
import { inspect, isTestOrBench } from "./syntax.ts";
import type { TidyRule, Tree } from "./tree.ts";

/** Published events are in the catalogue. */
export const eventRules: readonly TidyRule[] = [
  { name: "an event is made of a defined type", check: looseEvents },
  { name: "the type of an event is written out where it is defined", check: composedTypes },
];

function isService(path: string): boolean {
  return path.startsWith("service/src/") && !isTestOrBench(path);
}

/** The events module reads and copies events. */
function looseEvents(tree: Tree): string[] {
  return inspect(
    tree,
    (path) => isService(path) && !path.startsWith("service/src/events/"),
    (node) => {
      if (!ts.isObjectLiteralExpression(node)) return undefined;
      const names = node.properties.map((property) => property.name?.getText());
      return ["accountId", "type", "data"].every((name) => names.includes(name))
        ? "make it with newEvent, of a type that is defined with defineEventType"
        : undefined;
    },
  );
}

function composedTypes(tree: Tree): string[] {
  return inspect(tree, isService, (node) => {
    const type = definedBy(node);
    return type === undefined || ts.isStringLiteral(type) ? undefined : "write the type out, to be found";
  });
}

/** Every event type defined in the service. */
export function definedTypes(tree: Tree): readonly string[] {
  const types: string[] = [];
  const files = tree.files.filter(({ text }) => text.includes("defineEventType"));
  inspect({ files }, isService, (node) => {
    const type = definedBy(node);
    if (type !== undefined && ts.isStringLiteral(type)) types.push(type.text);
    return undefined;
  });
  return types;
}

/** The value of `type` in a call of defineEventType; the call itself if it has none. */
function definedBy(node: ts.Node): ts.Node | undefined {
  if (!ts.isCallExpression(node) || node.expression.getText() !== "defineEventType") return undefined;
  const [given] = node.arguments;
  if (given === undefined || !ts.isObjectLiteralExpression(given)) return node;
  const property = given.properties.find((one) => one.name?.getText() === "type");
  return property !== undefined && ts.isPropertyAssignment(property) ? property.initializer : node;
}
