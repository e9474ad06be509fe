/** Part of an id, as ranges of text: `from` is included, `to` is not. */
export interface IdFragment {
  /** Of the last `tailLength` characters in reverse order. Tables have an index on them. */
  readonly tail: TextRange;
  /** Of the id; empty if the text is too short to be the beginning of one. */
  readonly prefix: TextRange;
  /** The id ends or begins with it. */
  readonly text: string;
}

interface TextRange {
  readonly from: string;
  readonly to: string;
}

/** Lists show so many characters of an id. */
const tailLength = 8;
/** A shorter beginning is only part of the time, which thousands of ids share. */
const minPrefixLength = 10;
// Crockford's base 32; at least five digits, so that few ids end in them by chance.
const shape = /^[0-9A-HJKMNP-TV-Z]{5,25}$/;
const ellipsis = /^(?:…|\.{3})|(?:…|\.{3})$/g;
const none: TextRange = { from: "", to: "" };

/** Reads the end of an id, as lists show it, or its beginning; undefined if the text is neither, such as 0x12345. */
export function readIdFragment(given: string): IdFragment | undefined {
  const text = given.replaceAll(ellipsis, "").toUpperCase();
  if (given.startsWith("0x") || !shape.test(text)) return undefined;
  const reversedTail = text.slice(-tailLength).split("").toReversed().join("");
  return {
    tail: rangeOf(reversedTail),
    prefix: text.length < minPrefixLength ? none : rangeOf(text),
    text,
  };
}

/** The tilde is above all characters of an id. */
function rangeOf(beginning: string): TextRange {
  return { from: beginning, to: `${beginning}~` };
}
