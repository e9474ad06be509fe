/** 43 characters of base64url starting with a dash: longer than any option, mistyped or not. */
const dashedThumbprint = /^-[\w-]{42}$/;
/** Options that accept a key id. */
const takesName = new Set(["--subject"]);

/**
 * A key id is its thumbprint (RFC 7638), and one in 64 of those begins with a dash. Moves such an id where it can't be
 * parsed as an option: joined to the option that takes it, otherwise after `--`.
 */
export function setDashedNamesApart(argv: readonly string[]): readonly string[] {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  const words: string[] = [];
  const names: string[] = [];
  for (const word of argv.slice(0, end)) {
    const option = words.at(-1) ?? "";
    if (!dashedThumbprint.test(word)) words.push(word);
    else if (takesName.has(option)) words.splice(-1, 1, `${option}=${word}`);
    else names.push(word);
  }
  const afterSeparator = argv.slice(end + 1);
  return names.length === 0 ? [...words, ...argv.slice(end)] : [...words, "--", ...names, ...afterSeparator];
}
