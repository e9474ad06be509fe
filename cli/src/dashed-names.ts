/** 43 characters of base64url, the first a dash: long beyond every option, mistyped or not. */
const dashedThumbprint = /^-[\w-]{42}$/;
/** The options that may be given the name of a key. */
const takesName = new Set(["--subject"]);

/**
 * A key is named by its thumbprint (RFC 7638), and one in 64 of those begins with a dash. Such a name is put where it
 * cannot be read as an option: tied to the option that takes it, else behind `--`.
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
  const behind = argv.slice(end + 1);
  return names.length === 0 ? [...words, ...argv.slice(end)] : [...words, "--", ...names, ...behind];
}
