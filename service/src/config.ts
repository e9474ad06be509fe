import { readFileSync } from "node:fs";
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
  const parsed = Environment.safeParse(values);
  const found = [...problems, ...misspelledSettings(environment, settingNames)];
  if (!parsed.success) {
    throw new ConfigError([
      ...found,
      ...parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`),
    ]);
  }
  const config = withAddresses(parsed.data);
  found.push(...productionProblems(config));
  if (found.length > 0) throw new ConfigError(found);
  return config;
}

/** What the service calls itself where nothing else is configured: its host and port. */
function withAddresses(settings: Settings): Config {
  const host = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
  const own = `http://${host}:${settings.port}`;
  const baseUrl = settings.configuredBaseUrl ?? own;
  return { ...settings, baseUrl, authUrl: settings.configuredAuthUrl ?? baseUrl };
}
