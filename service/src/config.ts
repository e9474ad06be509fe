import { readFileSync } from "node:fs";
import { bankProblems } from "./config/bank.ts";
import { documentProblems } from "./config/document-storage.ts";
import { productionProblems } from "./config/production.ts";
import { type Config, Environment, type Settings, settingNames } from "./config/settings.ts";
import { misspelledSettings, type ReadFile, readSecretFiles } from "./config/sources.ts";

export type { Config };
export { settingNames };

export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? "a problem" : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
    );
    this.problems = problems;
  }
}

/** Reads the environment; throws one error that lists every problem and how to mend it. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  readFile: ReadFile = (path) => readFileSync(path, "utf8"),
): Config {
  const { values, problems } = readSecretFiles(environment, settingNames, readFile);
  const found = [...problems, ...misspelledSettings(environment, settingNames)];
  const { settings, complaints } = parseSettings(values);
  found.push(...complaints);
  const config = withAddresses(settings);
  // What could not be read has been complained about already; its absence is not a second problem.
  found.push(
    ...[
      ...productionProblems(config),
      ...documentProblems(config),
      ...bankProblems(config.bank, config.profile),
    ].filter((problem) => !complaints.some((said) => sameSetting(said, problem))),
  );
  if (found.length > 0) throw new ConfigError(found);
  return config;
}

/** Reads what can be read. A setting with a mistake is left out and complained about, so that the rest can be judged. */
function parseSettings(values: Readonly<Record<string, string>>): {
  readonly settings: Settings;
  readonly complaints: readonly string[];
} {
  const parsed = Environment.safeParse(values);
  if (parsed.success) return { settings: parsed.data, complaints: [] };
  const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.has(name)));
  const complaints = parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`);
  return { settings: Environment.parse(rest), complaints };
}

function sameSetting(left: string, right: string): boolean {
  return left.split(" ")[0] === right.split(" ")[0];
}

/** What the service calls itself where nothing else is configured: its host and port. */
function withAddresses(settings: Settings): Config {
  const host = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
  const own = `http://${host}:${settings.port}`;
  const baseUrl = settings.configuredBaseUrl ?? own;
  return { ...settings, baseUrl, authUrl: settings.configuredAuthUrl ?? baseUrl };
}
