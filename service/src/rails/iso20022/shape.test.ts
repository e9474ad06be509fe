import { describe, expect, test } from "vitest";
import { readSchemaTypes, type SchemaTypes } from "../../../test/iso-schema-types.ts";
import { hasFixtures } from "../../../test/iso-schemas.ts";
import { createProblems } from "./problems.ts";
import { kinds } from "./read-iso-message.ts";
import { checkShape, choice, type Leaf, type Shape, sequence } from "./shape.ts";
import { text } from "./values.ts";
import type { XmlElement } from "./xml-element.ts";

describe("a sequence", () => {
  const shape = sequence("A B? C* D+ E{2}", { A: text(3) });

  test.each([
    ["A D", []],
    ["A B C C D D E E", []],
    ["B D", ["missing: X has no A."]],
    ["A", ["missing: X has no D."]],
    ["A A D", ["too-many: X has A too often."]],
    ["A D E E E", ["too-many: X has E too often."]],
    ["A D B", ["unexpected: This element has no place here in X."]],
    ["A D Z", ["unexpected: This element has no place here in X."]],
  ])("of %s", (names, problems) => {
    expect(problemsOf(element("X", names), shape)).toEqual(problems);
  });

  test("holds no text between its elements", () => {
    expect(problemsOf({ ...element("X", "A D"), text: " secret " }, shape)).toEqual([
      "text: X holds elements and no text.",
    ]);
  });

  test("holds elements of its own namespace", () => {
    const [stranger = expect.unreachable()] = element("X", "D", "urn:other").children;
    const mixed = { ...element("X", "A D"), children: [...element("X", "A").children, stranger] };
    expect(problemsOf(mixed, shape)).toContain(
      "namespace: An element of X is in another namespace than the message.",
    );
  });
});

describe("a choice", () => {
  const shape = choice("A B", { A: text(3), B: text(3) });

  test.each([
    ["A", []],
    ["B", []],
    ["", ["missing: X has none of A, B."]],
    ["A B", ["unexpected: This element has no place here in X."]],
    ["A A", ["too-many: X has A too often."]],
    ["Z", ["unexpected: This element has no place here in X."]],
  ])("of %s", (names, problems) => {
    expect(problemsOf(element("X", names), shape)).toEqual(problems);
  });
});

test("a value has no elements and no attributes", () => {
  expect(problemsOf(element("X", "A"), text(3))).toEqual(["unexpected: X holds a value and no elements."]);
  const marked = { ...element("X", ""), text: "abc", attributes: new Map([["Ccy", "USD"]]) };
  expect(problemsOf(marked, text(3))).toEqual(["attribute: X has an attribute that is none of its own."]);
});

test("a shape cannot be given to an element that is not in the notation", () => {
  expect(() => sequence("A B", { C: text(3) })).toThrow("no such part: C");
});

// We ship no schemas; this is what keeps our shapes honest.
describe.skipIf(!hasFixtures)("the schema of the standard (../shared/fixtures/xsd) says the same of", () => {
  test.each([...kinds])("%s", (name, { root, shape }) => {
    const schema = readSchemaTypes(name);
    expect(root).toBe(schema.root.name);
    const differences = differencesOf(shape, schema.root.type, schema, root);
    // A return of a whole group without its payments is valid to the schema and useless to us.
    expect(differences).toEqual(name === "pacs.004.001.10" ? ["PmtRtr: TxInf is 1 to Infinity"] : []);
  });
});

function differencesOf(shape: Shape, typeName: string, schema: SchemaTypes, path: string): readonly string[] {
  const type = schema.typeOf(typeName);
  switch (shape.kind) {
    case "anything":
      return [];
    case "leaf":
      return leafDifferences(shape, type, path);
    case "sequence":
    case "choice": {
      if (type.kind !== shape.kind) return [`${path}: is a ${type.kind}`];
      if (names(type.parts) !== names(shape.parts)) return [`${path}: has ${names(type.parts)}`];
      return shape.parts.flatMap(({ name, min, max, shape: inner }, index) => {
        const part = type.parts[index];
        if (part === undefined) return [];
        const often = part.min === min && part.max === max ? [] : [`${path}: ${name} is ${min} to ${max}`];
        return [...often, ...differencesOf(inner, part.type, schema, `${path}/${name}`)];
      });
    }
  }
}

function leafDifferences(
  leaf: Leaf,
  type: ReturnType<SchemaTypes["typeOf"]>,
  path: string,
): readonly string[] {
  if ("parts" in type) return [`${path}: is a ${type.kind}`];
  if (type.kind === "other") return [];
  const takes = (value: string): boolean => leaf.judge(value, new Map()) === undefined;
  const { maxLength, enumeration } = type;
  const isAsLong =
    maxLength === undefined || (takes("x".repeat(maxLength)) && !takes("x".repeat(maxLength + 1)));
  const isAsWide = enumeration.length === 0 || (enumeration.every(takes) && !takes("WXYZ"));
  return isAsLong && isAsWide ? [] : [`${path}: takes other values than the schema`];
}

function names(parts: readonly { readonly name: string }[]): string {
  return parts.map(({ name }) => name).join(" ");
}

function problemsOf(checked: XmlElement, shape: Shape): readonly string[] {
  const problems = createProblems();
  checkShape(checked, shape, problems);
  return problems.list().map(({ rule, detail }) => `${rule}: ${detail}`);
}

/** An element with children of these names, each of which holds a value. */
function element(name: string, children: string, namespace = "urn:x"): XmlElement {
  const bare = { namespace, attributes: new Map<string, string>(), line: 1, column: 1 };
  return {
    ...bare,
    name,
    text: "",
    children: children
      .split(" ")
      .filter((child) => child !== "")
      .map((child) => ({ ...bare, name: child, text: "abc", children: [] })),
  };
}
