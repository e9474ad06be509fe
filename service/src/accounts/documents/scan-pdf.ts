import { promisify } from "node:util";
import { constants, inflate } from "node:zlib";
import { maxSide } from "./scan-picture.ts";
import type { ContentScan } from "./walk-bytes.ts";

const maxPages = 500;
const maxStreamBytes = 1024 * 1024;
const maxInflatedBytes = 8 * 1024 * 1024;
const maxInflatedInAll = 64 * 1024 * 1024;
/** More than the longest pattern, so that one on the border of two pieces is found. */
const overlapBytes = 1_024;

/**
 * Looks for active content, encryption, and pages or pictures without end. Names are searched everywhere, also inside of
 * streams, because a cross-reference may point anywhere, and in object streams, which are inflated. No name is shorter
 * than seven characters, so random bytes do not contain one.
 */
export function scanPdf(): ContentScan {
  let window: Buffer = Buffer.alloc(0);
  let scannedTo = 0;
  let inflatedBytes = 0;
  let pages = 0;

  const check = (text: string, from: number): string | undefined => {
    for (const match of text.matchAll(page)) if (match.index + match[0].length > from) pages += 1;
    return pages > maxPages ? tooManyPages : textProblem(text);
  };

  const inflateStream = async (data: Buffer): Promise<string | undefined> => {
    const text = await inflated(data);
    if (text === undefined) return unreadable;
    inflatedBytes += text.length;
    return inflatedBytes > maxInflatedInAll ? unreadable : check(text, 0);
  };

  return {
    feed: async (piece) => {
      const before = window.length;
      window = Buffer.concat([window, piece]);
      const start = Math.max(0, before - overlapBytes);
      const problem = check(window.toString("latin1", start), before - start);
      if (problem !== undefined) return problem;
      for (;;) {
        const found = findObjectStream(window, scannedTo);
        if (found === "unreadable") return unreadable;
        if (found === undefined || found === "incomplete") break;
        scannedTo = found.end;
        const inside = found.isCompressed ? await inflateStream(found.data) : undefined;
        if (inside !== undefined) return inside;
      }
      // An object stream that is not complete yet is kept, with its dictionary.
      const open = objectStreamStart(window, scannedTo);
      const keepFrom = Math.max(0, Math.min(open ?? window.length, window.length - overlapBytes));
      if (window.length - keepFrom > maxStreamBytes + piece.length) return unreadable;
      window = window.subarray(keepFrom);
      scannedTo = Math.max(0, scannedTo - keepFrom);
      return undefined;
    },
    end: () => undefined,
  };
}

const unreadable = "has compressed objects that cannot be checked; print it to a new PDF";
const tooManyPages = `has more than ${maxPages} pages`;

/** A PDF name; each of its characters may be written as `#xx` (ISO 32000-2 §7.3.5). */
function name(text: string): string {
  const characters = Array.from(text, (character) => {
    const [high = "", low = ""] = character.charCodeAt(0).toString(16);
    return `(?:${character}|#${eitherCase(high)}${eitherCase(low)})`;
  });
  return `/${characters.join("")}(?![A-Za-z0-9_])`;
}

function eitherCase(digit: string): string {
  return `[${digit}${digit.toUpperCase()}]`;
}

const activeNames = ["JavaScript", "Launch", "EmbeddedFiles?", "RichMedia", "SubmitForm", "ImportData"];
const active = activeNames.map((text) =>
  text.endsWith("s?")
    ? {
        text: text.slice(0, -2),
        pattern: new RegExp(`${name(text.slice(0, -2))}|${name(text.slice(0, -1))}`),
      }
    : { text, pattern: new RegExp(name(text)) },
);
/** An array is a place to scroll to, and nothing else. */
const openAction = new RegExp(`${name("OpenAction")}(?!\\s*\\[)`);
const reference = "(?:<<|\\d+\\s+\\d+\\s+R)";
const encrypted = new RegExp(`${name("Encrypt")}\\s*${reference}`);
const form = new RegExp(`/XFA\\s*(?:\\[|${reference})`);
const objectStream = new RegExp(name("ObjStm"));
const page = /\/Type\s*\/Page(?![A-Za-z0-9_])/g;
const counts = /\/Count\s+(\d{1,9})/g;
const sides = /\/(?:Width|Height)\s+(\d{1,9})/g;

function textProblem(text: string): string | undefined {
  const isActive = active.find(({ pattern }) => pattern.test(text))?.text;
  const found = isActive ?? (openAction.test(text) ? "OpenAction" : form.test(text) ? "XFA" : undefined);
  if (found !== undefined) return `contains active content (${found}); print it to a new PDF`;
  if (encrypted.test(text)) return "is encrypted; remove its password";
  if (highest(text, counts) > maxPages) return tooManyPages;
  return highest(text, sides) > maxSide ? "contains a picture that is too large" : undefined;
}

function highest(text: string, pattern: RegExp): number {
  let value = 0;
  for (const [, digits = "0"] of text.matchAll(pattern)) value = Math.max(value, Number(digits));
  return value;
}

interface ObjectStream {
  readonly data: Buffer;
  readonly isCompressed: boolean;
  readonly end: number;
}

/** Where the dictionary of the first object stream begins. */
function objectStreamStart(window: Buffer, from: number): number | undefined {
  const text = window.toString("latin1", from);
  const at = text.search(objectStream);
  if (at < 0) return undefined;
  const dictionary = text.lastIndexOf("obj", at);
  return from + (dictionary < 0 ? at : dictionary);
}

function findObjectStream(
  window: Buffer,
  from: number,
): ObjectStream | "incomplete" | "unreadable" | undefined {
  const start = objectStreamStart(window, from);
  if (start === undefined) return undefined;
  const text = window.toString("latin1", start);
  const begin = /stream\r?\n/.exec(text);
  const end = begin === null ? -1 : text.indexOf("endstream", begin.index + begin[0].length);
  if (begin === null || end < 0) return "incomplete";
  const dictionary = text.slice(0, begin.index);
  const filters = filtersOf(dictionary);
  if (filters === undefined) return "unreadable";
  return {
    data: window.subarray(start + begin.index + begin[0].length, start + end),
    isCompressed: filters.length > 0,
    end: start + end,
  };
}

/** Only what every writer uses: no filter, or FlateDecode without a predictor. */
function filtersOf(dictionary: string): readonly string[] | undefined {
  if (!dictionary.includes("/Filter")) return /#[0-9a-f]{2}/i.test(dictionary) ? undefined : [];
  const isPlain = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])(?![A-Za-z0-9])/.test(dictionary);
  return isPlain && !/\/Predictor\s+(?!1\b)\d/.test(dictionary) ? ["FlateDecode"] : undefined;
}

const inflateBytes = promisify(inflate);

/** Undefined if it is no compressed data, or too much. */
async function inflated(data: Buffer): Promise<string | undefined> {
  const options = { maxOutputLength: maxInflatedBytes, finishFlush: constants.Z_SYNC_FLUSH };
  const bytes = await inflateBytes(data, options).catch(() => undefined);
  return bytes?.toString("latin1");
}
