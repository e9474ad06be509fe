import {
  XmlElement as LibraryElement,
  ParseOption,
  XmlCData,
  XmlDocument,
  type XmlNode,
  XmlParseError,
  XmlText,
  XmlTreeNode,
} from "libxml2-wasm";
import { assert } from "../../kernel/assert.ts";
import type { Problems } from "./problems.ts";
import { type Position, tagPositions } from "./tag-positions.ts";
import type { XmlElement } from "./xml-element.ts";

export const maxMessageBytes = 16 * 1024 * 1024;
/** Limit on opening angle brackets; an element has one or two. A parsed tree takes far more memory than its file. */
export const maxMarkups = 1_000_000;

const start: Position = { line: 1, column: 1 };
const declaration = /^<\?xml[^?]*?\sencoding\s*=\s*["']([^"']*)["']/;
const schemaHints: ReadonlySet<string> = new Set(
  ["schemaLocation", "noNamespaceSchemaLocation"].map(
    (name) => `{http://www.w3.org/2001/XMLSchema-instance}${name}`,
  ),
);

/** The root of a message, or undefined with a problem. DOCTYPE is rejected before the file reaches the parser. */
export function readXml(bytes: Buffer, problems: Problems): XmlElement | undefined {
  const text = bytes.length <= maxMessageBytes ? decode(bytes) : "";
  if (text === undefined) {
    problems.add(start, "encoding", "The message must be UTF-8, and must not declare another encoding.");
    return undefined;
  }
  if (bytes.length > maxMessageBytes || isCrowded(text)) {
    problems.add(
      start,
      "size",
      `A message must have at most ${maxMessageBytes} bytes and ${maxMarkups / 2} elements.`,
    );
    return undefined;
  }
  const doctype = text.indexOf("<!DOCTYPE");
  if (doctype === -1) return parse(text, problems);
  const detail = "A DOCTYPE or entity declaration is not allowed.";
  problems.add(positionAt(text, doctype), "doctype", detail);
  return undefined;
}

function isCrowded(text: string): boolean {
  let count = 0;
  for (let index = text.indexOf("<"); index !== -1; index = text.indexOf("<", index + 1)) count += 1;
  return count > maxMarkups;
}

function decode(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const encoding = declaration.exec(text)?.[1];
    return encoding === undefined || encoding.toLowerCase() === "utf-8" ? text : undefined;
  } catch {
    return undefined;
  }
}

function positionAt(text: string, index: number): Position {
  const lines = text.slice(0, index).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

function parse(text: string, problems: Problems): XmlElement | undefined {
  let document: XmlDocument | undefined;
  try {
    document = XmlDocument.fromString(text, {
      option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE,
    });
    return copyOf(document.root, tagPositions(text).values());
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    // The parser's message may quote the file.
    const [first] = error.details;
    const at = { line: Math.max(first?.line ?? 1, 1), column: Math.max(first?.col ?? 1, 1) };
    problems.add(at, "well-formed", "The XML is not well-formed.");
    return undefined;
  } finally {
    document?.dispose();
  }
}

/** Copies the tree, because libxml2 owns its memory and frees it after this. Elements come in document order. */
function copyOf(element: LibraryElement, positions: Iterator<Position>): XmlElement {
  const { value: position, done } = positions.next();
  assert(done !== true, "every element has a start tag");
  const children: XmlElement[] = [];
  let text = "";
  for (let node: XmlNode | null = element.firstChild; node !== null; node = nextOf(node)) {
    if (node instanceof LibraryElement) children.push(copyOf(node, positions));
    else if (node instanceof XmlText || node instanceof XmlCData) text += node.content;
  }
  return {
    name: element.name,
    namespace: element.namespaceUri,
    attributes: attributesOf(element),
    text,
    children,
    ...position,
  };
}

/** The library returns processing instructions as children but offers no `next` on them. */
function nextOf(node: XmlNode): XmlNode | null {
  return node instanceof XmlTreeNode ? node.next : node.get("following-sibling::node()[1]");
}

const noAttributes: ReadonlyMap<string, string> = new Map();

function attributesOf(element: LibraryElement): ReadonlyMap<string, string> {
  const attributes = element.attrs.map(({ name, namespaceUri, value }) => ({
    name: namespaceUri === "" ? name : `{${namespaceUri}}${name}`,
    value,
  }));
  if (attributes.length === 0) return noAttributes;
  return new Map(
    attributes.filter(({ name }) => !schemaHints.has(name)).map(({ name, value }) => [name, value]),
  );
}
