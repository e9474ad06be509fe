import { setImmediate as nextTurn } from "node:timers/promises";
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
import { SanctionsListError } from "./sanctions-list.ts";

/** An element of a list file, with its line for error messages. */
export interface ListElement {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
  readonly children: readonly ListElement[];
}

export interface ListXml {
  /** The root without the entries. */
  readonly root: ListElement;
  readonly count: number;
  /** One after the other, so that a large list is never in memory as a tree. */
  entries(): AsyncGenerator<ListElement>;
}

/** Several times the size of the largest list. */
export const maxXmlBytes = 256 * 1024 * 1024;
const maxEntries = 500_000;
const maxEntryLength = 4 * 1024 * 1024;
const entriesPerTurn = 500;

/**
 * Splits a list into its entries, which are elements of these names. Each entry and the rest of the file must be
 * well-formed XML, so that a truncated file is never read. DOCTYPE is not allowed.
 */
export async function openListXml(
  file: string,
  content: Uint8Array,
  entryNames: readonly string[],
): Promise<ListXml> {
  const text = decode(file, content);
  const slices: Slice[] = [];
  let frame = "";
  let at = 0;
  let line = 1;
  for (const slice of slicesOf(file, text, entryNames)) {
    const between = text.slice(at, slice.from);
    line += countLines(between);
    slices.push({ ...slice, line });
    const lines = countLines(text.slice(slice.from, slice.to));
    line += lines;
    frame += between + "\n".repeat(lines);
    at = slice.to;
    if (slices.length > maxEntries)
      throw new SanctionsListError(`${file} has more than ${maxEntries} entries.`);
    if (slices.length % entriesPerTurn === 0) await nextTurn();
  }
  return {
    root: parse(file, frame + text.slice(at), 1),
    count: slices.length,
    entries: async function* entries() {
      for (const [number, { from, to, line: first }] of slices.entries()) {
        if (number % entriesPerTurn === entriesPerTurn - 1) await nextTurn();
        yield parse(file, text.slice(from, to), first);
      }
    },
  };
}

/** The name of the root element; undefined if the file does not start as XML. */
export function rootNameOf(content: Uint8Array): string | undefined {
  const beginning = Buffer.from(content.subarray(0, 4_096)).toString("utf8");
  return /^\uFEFF?\s*(?:<\?xml[^>]*\?>)?\s*(?:<!--[\s\S]*?-->\s*)*<([A-Za-z_][\w.-]*)/.exec(beginning)?.[1];
}

interface Slice {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

function* slicesOf(file: string, text: string, names: readonly string[]): Generator<Slice> {
  const start = new RegExp(`<(${names.join("|")})(?=[\\s>])`, "g");
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const end = `</${found[1]}>`;
    const last = text.indexOf(end, found.index);
    // Without an end, the rest of the file is not well-formed, which is reported with its line.
    if (last === -1) return;
    const to = last + end.length;
    if (to - found.index > maxEntryLength) {
      throw new SanctionsListError(`${file} has an entry of more than ${maxEntryLength} characters.`);
    }
    yield { from: found.index, to, line: 0 };
    start.lastIndex = to;
  }
}

function decode(file: string, content: Uint8Array): string {
  if (content.byteLength > maxXmlBytes) {
    throw new SanctionsListError(`${file} is larger than ${maxXmlBytes} bytes; it is not a sanctions list.`);
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (cause) {
    throw new SanctionsListError(`${file} is not UTF-8.`, { cause });
  }
  const doctype = text.indexOf("<!DOCTYPE");
  if (doctype === -1) return text;
  throw new SanctionsListError(
    `${file}, line ${1 + countLines(text.slice(0, doctype))}: DOCTYPE is not allowed.`,
  );
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

function parse(file: string, text: string, firstLine: number): ListElement {
  let document: XmlDocument | undefined;
  try {
    document = XmlDocument.fromString(text, {
      option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_BIG_LINES,
    });
    return copyOf(file, document.root, firstLine - 1);
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    const line = firstLine - 1 + Math.max(1, error.details[0]?.line ?? 1);
    throw new SanctionsListError(`${file}, line ${line}: the XML is not well-formed.`, { cause: error });
  } finally {
    document?.dispose();
  }
}

/** Copies the tree, because libxml2 owns its memory. */
function copyOf(file: string, element: LibraryElement, linesBefore: number): ListElement {
  const children: ListElement[] = [];
  let text = "";
  for (let node: XmlNode | null = element.firstChild; node !== null; node = nextOf(node)) {
    if (node instanceof LibraryElement) children.push(copyOf(file, node, linesBefore));
    else if (node instanceof XmlText || node instanceof XmlCData) text += node.content;
  }
  return {
    file,
    line: linesBefore + element.line,
    name: element.name,
    attributes: new Map(element.attrs.map(({ name, value }) => [name, value.trim()])),
    text: text.trim(),
    children,
  };
}

/** The library returns processing instructions as children but offers no `next` on them. */
function nextOf(node: XmlNode): XmlNode | null {
  return node instanceof XmlTreeNode ? node.next : node.get("following-sibling::node()[1]");
}
