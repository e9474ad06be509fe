import { fileMemberName } from "./route.ts";

/** A chunk of the file's text in a JSON body: its begin, part of its text, its end. */
export type FileText =
  | { readonly type: "begin" }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "end" };

/**
 * Extracts the long string of one member from a JSON object as it arrives, so that it is never held as a whole. The
 * rest is the same object with an empty string in that place, small enough to be parsed as usual. The scanner validates
 * nothing: text that is not JSON stays so, and is refused by the parser of the rest.
 */
export interface FileScanner {
  push(bytes: Buffer): readonly FileText[];
  /** Everything but the file's text. */
  rest(): Buffer;
  restBytes(): number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const maxNameBytes = 6 * fileMemberName.length;

export function createFileScanner(): FileScanner {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  const keep = (bytes: Buffer): void => {
    kept.push(bytes);
    keptBytes += bytes.length;
  };
  const place = newPlace();
  return {
    push: (bytes) => scan(place, bytes, keep),
    rest: () => Buffer.concat(kept),
    restBytes: () => keptBytes,
  };
}

/** The scanner's position in the text. */
interface Place {
  mode: "outside" | "name" | "text" | "file";
  depth: number;
  /** Whether the outermost value is an object. */
  isObject: boolean;
  isNameNext: boolean;
  /** Whether the next value belongs to the file member. */
  isOurs: boolean;
  isEscaped: boolean;
  name: number[];
}

function newPlace(): Place {
  return {
    mode: "outside",
    depth: 0,
    isObject: false,
    isNameNext: false,
    isOurs: false,
    isEscaped: false,
    name: [],
  };
}

function scan(place: Place, bytes: Buffer, keep: (bytes: Buffer) => void): readonly FileText[] {
  const found: FileText[] = [];
  let keptFrom = 0;
  let at = 0;
  while (at < bytes.length) {
    if (place.mode === "outside") {
      const byte = bytes[at] ?? 0;
      at += 1;
      if (byte !== quote) passOutside(place, byte);
      else if (openText(place) === "file") {
        keep(bytes.subarray(keptFrom, at));
        found.push({ type: "begin" });
      }
      continue;
    }
    const isFile = place.mode === "file";
    const end = endOfText(place, bytes, at);
    if (isFile && end > at) found.push({ type: "text", text: bytes.toString("latin1", at, end) });
    if (isFile) keptFrom = end;
    if (end < bytes.length) closeText(place);
    if (isFile && end < bytes.length) found.push({ type: "end" });
    at = end + 1;
  }
  if (place.mode !== "file") keep(bytes.subarray(keptFrom));
  return found;
}

function passOutside(place: Place, byte: number): void {
  if (byte === openBrace || byte === openBracket) {
    place.depth += 1;
    if (place.depth === 1) place.isObject = byte === openBrace;
    place.isNameNext = place.depth === 1 && place.isObject;
  } else if (byte === closeBrace || byte === closeBracket) place.depth -= 1;
  else if (byte === comma && place.depth === 1) {
    place.isNameNext = place.isObject;
    place.isOurs = false;
  }
}

function openText(place: Place): Place["mode"] {
  const isAtTop = place.depth === 1 && place.isObject;
  place.mode = !isAtTop ? "text" : place.isNameNext ? "name" : place.isOurs ? "file" : "text";
  place.name = [];
  place.isNameNext = false;
  return place.mode;
}

/** The index of the closing quote, or the end of the chunk. */
function endOfText(place: Place, bytes: Buffer, start: number): number {
  if (place.mode === "file" && !place.isEscaped) {
    const found = bytes.indexOf(quote, start);
    const end = found === -1 ? bytes.length : found;
    if (!bytes.subarray(start, end).includes(backslash)) return end;
  }
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (place.isEscaped) place.isEscaped = false;
    else if (byte === backslash) place.isEscaped = true;
    else if (byte === quote) return at;
    if (place.mode === "name" && place.name.length <= maxNameBytes) place.name.push(byte);
  }
  return bytes.length;
}

function closeText(place: Place): void {
  if (place.mode === "name") place.isOurs = isFileMember(place.name);
  place.mode = "outside";
}

function isFileMember(name: readonly number[]): boolean {
  const text = Buffer.from(name).toString("latin1");
  if (!text.includes("\\")) return text === fileMemberName;
  try {
    return JSON.parse(`"${text}"`) === fileMemberName;
  } catch {
    return false;
  }
}
