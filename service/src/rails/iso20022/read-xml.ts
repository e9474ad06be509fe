import {
  XmlElement as LibraryElement,
  ParseOption,
  XmlCData,
  XmlDocument,
  XmlParseError,
  XmlText,
} from "libxml2-wasm";
import { assert } from "../../kernel/assert.ts";
import type { Problems } from "./problems.ts";
import { type Position, tagPositions } from "./tag-positions.ts";
import type { XmlElement } from "./xml-element.ts";

export const maxMessageBytes = 16 * 1024 * 1024;

const start: Position = { line: 1, column: 1 };
const declaration = /^<\?xml[^?]*?\sencoding\s*=\s*["']([^"']*)["']/;
const schemaHints: ReadonlySet<string> = new Set(
  ["schemaLocation", "noNamespaceSchemaLocation"].map(
    (name) => `{http://www.w3.org/2001/XMLSchema-instance}${name}`,
  ),
);

/** The root of a message, or undefined with a problem. A document type is refused before the parser sees it. */
export function readXml(bytes: Buffer, problems: Problems): XmlElement | undefined {
  if (bytes.length > maxMessageBytes) {
    problems.add(start, "size", `A message has at most ${maxMessageBytes} bytes.`);
    return undefined;
  }
  const text = decode(bytes);
  if (text === undefined) {
    problems.add(start, "encoding", "A message is written in UTF-8, and says so or says nothing.");
    return undefined;
  }
  const doctype = text.indexOf("<!DOCTYPE");
  if (doctype !== -1) {
    problems.add(
      positionAt(text, doctype),
      "doctype",
      "A message declares no document type and no entities.",
    );
    return undefined;
  }
  return parse(text, problems);
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
    // The parser's own words may quote the file.
    const [first] = error.details;
    const at = { line: Math.max(first?.line ?? 1, 1), column: Math.max(first?.col ?? 1, 1) };
    problems.add(at, "well-formed", "The markup is broken here.");
    return undefined;
  } finally {
    document?.dispose();
  }
}

/** The library's tree lives outside the heap of JavaScript and is gone after this; its elements come in file order. */
function copyOf(element: LibraryElement, positions: Iterator<Position>): XmlElement {
  const { value: position, done } = positions.next();
  assert(done !== true, "every element has a start tag");
  const children: XmlElement[] = [];
  let text = "";
  for (let node = element.firstChild; node !== null; node = node.next) {
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

function attributesOf(element: LibraryElement): ReadonlyMap<string, string> {
  const attributes = element.attrs.map(({ name, namespaceUri, value }) => ({
    name: namespaceUri === "" ? name : `{${namespaceUri}}${name}`,
    value,
  }));
  return new Map(
    attributes.filter(({ name }) => !schemaHints.has(name)).map(({ name, value }) => [name, value]),
  );
}
