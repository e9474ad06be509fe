import { toAsciiText } from "../ascii-text.ts";

/**
 * A text as the rails carry it: printable ASCII, one line, truncated to its field. Letters lose their accents, a few
 * are spelled out, and characters without a transliteration become question marks. Undefined when nothing is left.
 */
export function railText(text: string | undefined, maxLength: number): string | undefined {
  const ascii = toAsciiText(text ?? "")
    .replaceAll(/ +/g, " ")
    .trim()
    .slice(0, maxLength)
    .trimEnd();
  return ascii === "" ? undefined : ascii;
}

/** The text split into lines between words; a word longer than a line is split. */
export function railLines(text: string | undefined, maxLength: number): readonly string[] {
  const lines: string[] = [];
  for (const word of railText(text, Number.POSITIVE_INFINITY)?.split(" ") ?? []) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > maxLength) lines.push(word.slice(0, maxLength));
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
