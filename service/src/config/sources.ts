export type ReadFile = (path: string) => string;

interface Values {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** Each setting may come from a file named by `<SETTING>_FILE`, as secret stores hand them out; not from both. */
export function readSecretFiles(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  readFile: ReadFile,
): Values {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    // An empty variable is how many tools unset one.
    const direct = environment[name] || undefined;
    const path = environment[`${name}_FILE`] || undefined;
    if (direct !== undefined && path !== undefined) {
      problems.push(`${name} and ${name}_FILE are both set; keep one of them`);
    }
    if (direct !== undefined) values[name] = direct;
    if (direct === undefined && path !== undefined) {
      try {
        values[name] = readFile(path).trim();
      } catch {
        problems.push(
          `${name}_FILE names a file that cannot be read; check that it exists and who may read it`,
        );
      }
    }
  }
  return { values, problems };
}

/** What the `florin` command reads as a client of the API. Somebody who tries both has them in one shell. */
const ofTheListener = [
  "FLORIN_API",
  "FLORIN_AUTH",
  "FLORIN_CLIENT_ID",
  "FLORIN_CLIENT_SECRET",
  "FLORIN_WEBHOOK_SECRET",
];

/** A typo in a name of ours must not silently mean the default. */
export function misspelledSettings(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): readonly string[] {
  const known = new Set([...ofTheListener, ...names.flatMap((name) => [name, `${name}_FILE`])]);
  return Object.keys(environment)
    .filter((name) => name.startsWith("FLORIN_") && !known.has(name))
    .map(
      (name) =>
        `${name} is not a setting; the ones that begin like it are FLORIN_PROFILE, FLORIN_ROLES and FLORIN_OPERATOR`,
    );
}
