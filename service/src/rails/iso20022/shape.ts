import { assert } from "../../kernel/assert.ts";
import type { IsoRule, Problems } from "./problems.ts";
import type { XmlElement } from "./xml-element.ts";

/** Allowed contents of an element. We ship no schemas; shapes cover everything that the readers rely on, and more. */
export type Shape = Content | Leaf | Anything;

/** @public Elements in this order, or exactly one of them. */
export interface Content {
  readonly kind: "sequence" | "choice";
  readonly parts: readonly Part[];
}

interface Part {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly shape: Shape;
}

/** A simple value. */
export interface Leaf {
  readonly kind: "leaf";
  /** Returns the problem, or undefined if the value is valid. */
  readonly evaluate: (text: string, attributes: ReadonlyMap<string, string>) => LeafFault | undefined;
  readonly attributes: readonly string[];
}

export interface LeafFault {
  readonly rule: IsoRule;
  readonly detail: string;
}

/** Well-formed XML that we don't read. */
interface Anything {
  readonly kind: "anything";
}

export const anything: Anything = { kind: "anything" };

/**
 * Elements in DTD notation: `GrpHdr Tx+ Note? Extra* Line{7}`, the last at most seven times. An element without a shape
 * may contain anything. Elements of some versions only have the first and the last: `UETR?@8- BIC?@-2 Amt@3-6`.
 */
export function sequence(notation: string, shapes: Shapes = {}, version?: number): Content {
  return { kind: "sequence", parts: partsOf(notation, shapes, version) };
}

export function choice(notation: string, shapes: Shapes = {}): Content {
  return { kind: "choice", parts: partsOf(notation, shapes, undefined) };
}

type Shapes = Readonly<Record<string, Shape>>;

function partsOf(notation: string, shapes: Shapes, version: number | undefined): readonly Part[] {
  const parts = notation
    .trim()
    .split(/\s+/)
    .map((word) => partOf(word, shapes));
  const unknown = Object.keys(shapes).filter((name) => !parts.some((part) => part.name === name));
  assert(unknown.length === 0, `no such part: ${unknown.join(", ")}`);
  return parts.filter(({ versions }) => {
    assert(versions === undefined || version !== undefined, "the notation needs a version");
    return versions === undefined || (versions.first <= (version ?? 0) && (version ?? 0) <= versions.last);
  });
}

interface VersionedPart extends Part {
  readonly versions: { readonly first: number; readonly last: number } | undefined;
}

function partOf(word: string, shapes: Shapes): VersionedPart {
  const [, name, quantifier = "", limit, versions, first, last] =
    /^(\w+)([?*+]|\{(\d+)\})?(@(\d*)-(\d*))?$/.exec(word) ?? [];
  assert(name !== undefined, `invalid part: ${word}`);
  return {
    name,
    min: quantifier === "" || quantifier === "+" ? 1 : 0,
    max: quantifier === "*" || quantifier === "+" ? Number.POSITIVE_INFINITY : Number(limit ?? 1),
    shape: shapes[name] ?? anything,
    versions:
      versions === undefined
        ? undefined
        : { first: Number(first), last: Number(last || Number.POSITIVE_INFINITY) },
  };
}

/** Builds the shapes of a version when they are first needed, and keeps them. */
export function perVersion<Result>(build: (version: number) => Result): (version: number) => Result {
  const built = new Map<number, Result>();
  return (version) => {
    const known = built.get(version) ?? build(version);
    built.set(version, known);
    return known;
  };
}

/** Checks an element and all its descendants against its shape. */
export function checkShape(element: XmlElement, shape: Shape, problems: Problems): void {
  if (shape.kind === "anything") return;
  checkAttributes(element, shape.kind === "leaf" ? shape.attributes : [], problems);
  if (shape.kind === "leaf") checkLeaf(element, shape, problems);
  else checkContent(element, shape, problems);
}

function checkAttributes(element: XmlElement, allowed: readonly string[], problems: Problems): void {
  const hasOther = [...element.attributes.keys()].some((name) => !allowed.includes(name));
  if (hasOther) problems.add(element, "attribute", `${element.name} has an attribute that is not allowed.`);
}

function checkLeaf(element: XmlElement, leaf: Leaf, problems: Problems): void {
  if (element.children.length > 0) {
    problems.add(element, "unexpected", `${element.name} must contain a value, no elements.`);
    return;
  }
  const fault = leaf.evaluate(element.text, element.attributes);
  if (fault !== undefined) problems.add(element, fault.rule, `${element.name} ${fault.detail}`);
}

function checkContent(element: XmlElement, content: Content, problems: Problems): void {
  if (element.text.trim() !== "") {
    problems.add(element, "text", `${element.name} must contain only elements, no text.`);
  }
  const children = element.children.filter((child) => isOfMessage(child, element, problems));
  const placed =
    content.kind === "choice" ? placeChoice(children, content) : placeSequence(children, content);
  children.forEach((child, index) => {
    const part = placed[index];
    if (part === undefined) {
      problems.add(child, "unexpected", `This element is not allowed at this position in ${element.name}.`);
    } else checkShape(child, part.shape, problems);
  });
  checkCounts(element, content, placed, problems);
}

function isOfMessage(child: XmlElement, parent: XmlElement, problems: Problems): boolean {
  if (child.namespace === parent.namespace) return true;
  problems.add(child, "namespace", `An element of ${parent.name} is not in the namespace of the message.`);
  return false;
}

function placeChoice(children: readonly XmlElement[], { parts }: Content): readonly (Part | undefined)[] {
  const chosen = parts.find((part) => part.name === children[0]?.name);
  return children.map((child) => (child.name === chosen?.name ? chosen : undefined));
}

/** The part of each child; undefined for one that is unknown or out of order. */
function placeSequence(children: readonly XmlElement[], { parts }: Content): readonly (Part | undefined)[] {
  let reached = 0;
  return children.map((child) => {
    const index = parts.findIndex((part, position) => position >= reached && part.name === child.name);
    if (index === -1) return undefined;
    reached = index;
    return parts[index];
  });
}

function checkCounts(
  element: XmlElement,
  content: Content,
  placed: readonly (Part | undefined)[],
  problems: Problems,
): void {
  if (content.kind === "choice" && placed.length === 0) {
    const names = content.parts.map(({ name }) => name).join(", ");
    problems.add(element, "missing", `${element.name} has none of ${names}.`);
  }
  for (const part of content.parts) {
    const count = placed.filter((found) => found === part).length;
    if (count > part.max)
      problems.add(element, "too-many", `${element.name} has too many ${part.name} elements.`);
    if (content.kind === "sequence" && count < part.min) {
      problems.add(element, "missing", `${element.name} has no ${part.name}.`);
    }
  }
}
