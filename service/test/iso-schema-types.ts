import { XmlDocument, XmlElement } from "libxml2-wasm";
import { readSchema } from "./iso-schemas.ts";

/** Content model of an element; only the part of XML Schema that the standard uses. */
export type SchemaType =
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly SchemaPart[] }
  | {
      readonly kind: "simple";
      readonly maxLength: number | undefined;
      readonly enumeration: readonly string[];
    }
  /** A value with attributes, such as an amount, or a built-in type of XML Schema. */
  | { readonly kind: "other" };

export interface SchemaPart {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly type: string;
}

export interface SchemaTypes {
  /** Type name of the only element inside Document. */
  readonly root: SchemaPart;
  typeOf(name: string): SchemaType;
}

export function readSchemaTypes(message: string): SchemaTypes {
  const document = XmlDocument.fromBuffer(readSchema(message));
  try {
    const types = new Map(
      elementsOf(document.root)
        .filter(({ name }) => name === "complexType" || name === "simpleType")
        .map((element) => [attribute(element, "name"), schemaType(element)]),
    );
    const wrapper = types.get("Document");
    const [root] = wrapper?.kind === "sequence" ? wrapper.parts : [];
    if (root === undefined) throw new Error(`the schema of ${message} has no Document`);
    return { root, typeOf: (name) => types.get(name) ?? { kind: "other" } };
  } finally {
    document.dispose();
  }
}

function schemaType(element: XmlElement): SchemaType {
  const first = contentOf(element);
  if (element.name === "complexType" && (first?.name === "sequence" || first?.name === "choice")) {
    return { kind: first.name, parts: elementsOf(first).flatMap(schemaPart) };
  }
  if (element.name !== "simpleType" || first === undefined) return { kind: "other" };
  const facets = elementsOf(first);
  const valuesOf = (name: string) =>
    facets.filter((facet) => facet.name === name).map((facet) => attribute(facet, "value"));
  const [maxLength] = valuesOf("maxLength");
  return {
    kind: "simple",
    maxLength: maxLength === undefined ? undefined : Number(maxLength),
    enumeration: valuesOf("enumeration"),
  };
}

/** The schemas of 2009 wrap a choice in a sequence. */
function contentOf(element: XmlElement): XmlElement | undefined {
  const [first] = elementsOf(element);
  const inner = first?.name === "sequence" ? elementsOf(first) : [];
  return inner.length === 1 && inner[0]?.name === "choice" ? inner[0] : first;
}

function schemaPart(element: XmlElement): readonly SchemaPart[] {
  if (element.name !== "element") return [];
  const max = attribute(element, "maxOccurs");
  return [
    {
      name: attribute(element, "name"),
      min: Number(attribute(element, "minOccurs") || 1),
      max: max === "unbounded" ? Number.POSITIVE_INFINITY : Number(max || 1),
      type: attribute(element, "type"),
    },
  ];
}

function elementsOf(parent: XmlElement): readonly XmlElement[] {
  const elements: XmlElement[] = [];
  for (let node = parent.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) elements.push(node);
  }
  return elements;
}

function attribute(element: XmlElement, name: string): string {
  return element.attr(name)?.value ?? "";
}
