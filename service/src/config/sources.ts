export type ReadFile = (path: string) => string;

interface Texts {
  readonly texts: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** Each setting may come from a file named by `<SETTING>_FILE`, as secret stores mount them; not from both. */
export function readSecretFiles(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  readFile: ReadFile,
): Texts {
  const texts: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    // Many tools unset a variable by setting it to an empty string.
    const direct = environment[name] || undefined;
    const path = environment[`${name}_FILE`] || undefined;
    if (direct !== undefined && path !== undefined) {
      problems.push(`${name} and ${name}_FILE are both set; keep one of them`);
    }
    if (direct !== undefined) texts[name] = direct;
    if (direct === undefined && path !== undefined) {
      try {
        texts[name] = readFile(path).trim();
      } catch {
        problems.push(`${name}_FILE names a file that cannot be read; check its path and permissions`);
      }
    }
  }
  return { texts, problems };
}

/** Settings of the `florin` command as an API client, and of examples; a developer may have both in one shell. */
const clientSettings = [
  "FLORIN_ACCESS_TOKEN",
  "FLORIN_ACCOUNT_ID",
  "FLORIN_API",
  "FLORIN_AUTH",
  "FLORIN_CLI_PROFILE",
  "FLORIN_CLIENT_ID",
  "FLORIN_CLIENT_SECRET",
  "FLORIN_MCP_TOKEN",
  "FLORIN_WEBHOOK_SECRET",
];

/** Catches typos in FLORIN_ variables, which would otherwise silently mean the default. */
export function misspelledSettings(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): readonly string[] {
  const known = new Set([...clientSettings, ...names.flatMap((name) => [name, `${name}_FILE`])]);
  return Object.keys(environment)
    .filter((name) => name.startsWith("FLORIN_") && !known.has(name))
    .map((name) => `${name} is not a setting; did you mean FLORIN_PROFILE, FLORIN_ROLES or FLORIN_OPERATOR?`);
}
