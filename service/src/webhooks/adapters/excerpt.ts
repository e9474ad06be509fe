/** Bytes of a response that can matter for its excerpt: a UTF-8 character has at most four. */
export const excerptBytes = 4 * 1024;

const maxCharacters = excerptBytes / 4;

/** The beginning of a response as text that is safe to show: one line, nothing invisible, no invalid characters. */
export function excerptOf(beginning: Uint8Array): string | undefined {
  if (beginning.length === 0) return undefined;
  const text = new TextDecoder().decode(beginning.subarray(0, excerptBytes));
  return Array.from(text)
    .slice(0, maxCharacters)
    .join("")
    .replaceAll(/[\s\u2028\u2029]/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "\uFFFD");
}
