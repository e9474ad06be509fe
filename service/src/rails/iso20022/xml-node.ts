import { assert } from "../../kernel/assert.ts";

/** An element to be written: with a value, or with elements. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string | readonly XmlNode[];
}

type Child = XmlNode | undefined | readonly (XmlNode | undefined)[];

export function node(name: string, ...children: readonly Child[]): XmlNode {
  return { name, attributes: {}, content: children.flat().filter((child) => child !== undefined) };
}

/** Not there when it would hold nothing. */
export function nodeIfAny(name: string, ...children: readonly Child[]): XmlNode | undefined {
  const whole = node(name, ...children);
  return whole.content.length === 0 ? undefined : whole;
}

/** Not there when there is no value. */
export function leaf(
  name: string,
  value: string | undefined,
  attributes: Readonly<Record<string, string>> = {},
): XmlNode | undefined {
  return value === undefined ? undefined : { name, attributes, content: value };
}

/**
 * A reference, which is written as it is or not at all: a shortened one would name something else. One that is too
 * long is found when the message is read back; these two faults would not be.
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
  // A parser would take it for a line end.
  "\r": "&#13;",
};
