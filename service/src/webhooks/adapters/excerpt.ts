/** How many bytes of an answer can matter to its excerpt: a character of UTF-8 has at most four. */
export const excerptBytes = 4 * 1024;

const maxCharacters = excerptBytes / 4;

/** The beginning of an answer as text that may be shown anywhere: one line, nothing invisible, nothing broken. */
export function excerptOf(beginning: Uint8Array): string | undefined {
  if (beginning.length === 0) return undefined;
  const text = new TextDecoder().decode(beginning.subarray(0, excerptBytes));
  return Array.from(text)
    .slice(0, maxCharacters)
    .join("")
    .replaceAll(/[\s\u2028\u2029]/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "\uFFFD");
}
