import { assert } from "../../kernel/assert.ts";

/** An element to write: with a value, or with child elements. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string | readonly XmlNode[];
}

type Child = XmlNode | undefined | readonly (XmlNode | undefined)[];

export function node(name: string, ...children: readonly Child[]): XmlNode {
  return { name, attributes: {}, content: children.flat().filter((child) => child !== undefined) };
}

/** Undefined when it would be empty. */
export function nodeIfAny(name: string, ...children: readonly Child[]): XmlNode | undefined {
  const whole = node(name, ...children);
  return whole.content.length === 0 ? undefined : whole;
}

/** Undefined when there is no value. */
export function leaf(
  name: string,
  value: string | undefined,
  attributes: Readonly<Record<string, string>> = {},
): XmlNode | undefined {
  return value === undefined ? undefined : { name, attributes, content: value };
}

/**
 * A reference. It is never shortened, because that would make it a different reference. Reading the message back
 * catches one that is too long; these two faults would go unnoticed.
 */
export function idLeaf(name: string, value: string | undefined): XmlNode | undefined {
  if (value === undefined) return undefined;
  assert(value.trim() === value, `${name} has no blanks around it`);
  assert(value.isWellFormed(), `${name} has no halves of characters`);
  return leaf(name, value);
}

export function renderXml(root: XmlNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${render(root, "")}\n`;
}

function render({ name, attributes, content }: XmlNode, indent: string): string {
  const tag = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(
    " ",
  );
  if (content.length === 0) return `${indent}<${tag}/>`;
  if (typeof content === "string") return `${indent}<${tag}>${escaped(content)}</${name}>`;
  const lines = content.map((child) => render(child, `${indent}  `));
  return [`${indent}<${tag}>`, ...lines, `${indent}</${name}>`].join("\n");
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"\r]/g, (character) => escapes[character] ?? character);
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A parser would normalize it to a line end.
  "\r": "&#13;",
};
