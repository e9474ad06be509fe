import { describe, expect, test } from "vitest";
import { readSchemaTypes, type SchemaTypes } from "../../../test/iso-schema-types.ts";
import { schemaNames } from "../../../test/iso-schemas.ts";
import { kinds } from "./message-kinds.ts";
import { createProblems } from "./problems.ts";

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
    ["A A D", ["too-many: X has too many A elements."]],
    ["A D E E E", ["too-many: X has too many E elements."]],
    ["A D B", ["unexpected: This element is not allowed at this position in X."]],
    ["A D Z", ["unexpected: This element is not allowed at this position in X."]],
  ])("of %s", (names, problems) => {
    expect(problemsOf(element("X", names), shape)).toEqual(problems);
  });

  test("has no text between its elements", () => {
    expect(problemsOf({ ...element("X", "A D"), text: " secret " }, shape)).toEqual([
      "text: X must contain only elements, no text.",
    ]);
  });

  test("has elements of its own namespace", () => {
    const [stranger = expect.unreachable()] = element("X", "D", "urn:other").children;
    const mixed = { ...element("X", "A D"), children: [...element("X", "A").children, stranger] };
    expect(problemsOf(mixed, shape)).toContain(
      "namespace: An element of X is not in the namespace of the message.",
    );
  });
});

describe("a choice", () => {
  const shape = choice("A B", { A: text(3), B: text(3) });

  test.each([
    ["A", []],
    ["B", []],
    ["", ["missing: X has none of A, B."]],
    ["A B", ["unexpected: This element is not allowed at this position in X."]],
    ["A A", ["too-many: X has too many A elements."]],
    ["Z", ["unexpected: This element is not allowed at this position in X."]],
  ])("of %s", (names, problems) => {
    expect(problemsOf(element("X", names), shape)).toEqual(problems);
  });
});

test("a value has no elements and no attributes", () => {
  expect(problemsOf(element("X", "A"), text(3))).toEqual([
    "unexpected: X must contain a value, no elements.",
  ]);
  const marked = { ...element("X", ""), text: "abc", attributes: new Map([["Ccy", "USD"]]) };
  expect(problemsOf(marked, text(3))).toEqual(["attribute: X has an attribute that is not allowed."]);
});

test("a shape for an element that is not in the notation throws", () => {
  expect(() => sequence("A B", { C: text(3) })).toThrow("no such part: C");
});

describe("a sequence of some versions", () => {
  const notation = "A B@3-4 B?@5- C?@-2";

  test.each([
    [2, "A C", "A B"],
    [3, "A B", "A"],
    [4, "A B", "A B C"],
    [9, "A", "A C"],
  ])("in version %i allows %s and not %s", (version, right, wrong) => {
    const shape = sequence(notation, {}, version);
    expect(problemsOf(element("X", right), shape)).toEqual([]);
    expect(problemsOf(element("X", wrong), shape)).toHaveLength(1);
  });

  test("needs a version", () => {
    expect(() => sequence(notation)).toThrow("needs a version");
  });
});

// We ship no schemas; this test keeps our shapes in line with them.
const kindsWithSchema = [...kinds].filter(([name]) => schemaNames.has(name));

describe.skipIf(schemaNames.size === 0)(
  "the ISO 20022 schema (../shared/fixtures/xsd) matches the shape of",
  () => {
    test.each(kindsWithSchema)("%s", (name, kind) => {
      const { root, shape } = kind();
      const schema = readSchemaTypes(name);
      expect(root).toBe(schema.root.name);
      const differences = differencesOf(shape, schema.root.type, schema, root);
      // A return of a whole group without its transactions is valid to the schema, but we cannot book it.
      const isReturn = name.startsWith("pacs.004.");
      expect(differences).toEqual(isReturn ? ["PmtRtr: TxInf is 1 to Infinity"] : []);
    });
  },
);

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
  const accepts = (value: string): boolean => leaf.evaluate(value, new Map()) === undefined;
  const { maxLength, enumeration } = type;
  const isAsLong =
    maxLength === undefined || (accepts("x".repeat(maxLength)) && !accepts("x".repeat(maxLength + 1)));
  const isAsWide = enumeration.length === 0 || (enumeration.every(accepts) && !accepts("WXYZ"));
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

/** An element with children of these names, each with a value. */
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
