import { readFileSync } from "node:fs";
import { bankProblems } from "./config/bank.ts";
import {
  addedChainVariables,
  chainProblems,
  explorerProblems,
  unknownChainVariables,
} from "./config/chains.ts";
import { documentProblems } from "./config/document-storage.ts";
import {
  keyProblems,
  keyProviderProblems,
  keyProviderSettingsOf,
  keyProviderVariables,
} from "./config/keys.ts";
import { mailProblems } from "./config/mail.ts";
import { placeholderProblems, productionProblems } from "./config/production.ts";
import { readSettings } from "./config/setting.ts";
import { type Config, type Settings, settingNames, settingsOf, variables } from "./config/settings.ts";
import { misspelledSettings, type ReadFile, readSecretFiles } from "./config/sources.ts";
import { ssoProblems } from "./config/sso.ts";
import { transportProblems } from "./config/transport.ts";

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

/** The settings of an empty environment, which may lack what the profile requires. */
export function defaultConfig(profile: Config["profile"]): Config {
  return withAddresses(settingsOf(readSettings(variables, { FLORIN_PROFILE: profile }).values));
}

/** Reads the environment; throws one error that lists every problem and how to fix it. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  readFile: ReadFile = (path) => readFileSync(path, "utf8"),
): Config {
  // Which settings there are depends on the chains that one of them adds.
  const { texts: chainList } = readSecretFiles(environment, ["CHAINS_EVM"], readFile);
  const settings = { ...variables, ...addedChainVariables(chainList["CHAINS_EVM"]) };
  const names = Object.keys(settings);
  const { texts, problems } = readSecretFiles(environment, names, readFile);
  const found = [
    ...problems,
    ...misspelledSettings(environment, names),
    ...unknownChainVariables(environment, names),
  ];
  const { values, problems: validationIssues } = readSettings(settings, texts);
  found.push(...validationIssues);
  const config = withAddresses(settingsOf(values));
  // A setting that failed to parse is already reported; do not report it as missing, too.
  found.push(
    ...[
      ...chainProblems(config.chains),
      ...explorerProblems(config.chains, values.EXPLORER_URLS),
      ...placeholderProblems(config, texts),
      ...productionProblems(config),
      ...transportProblems(config, environment),
      ...documentProblems(config),
      ...mailProblems(config.mail),
      ...keyProblems(config),
      ...ssoProblems(config.sso),
      ...bankProblems(config.bank, config.profile),
    ].filter((problem) => !validationIssues.some((issue) => sameSetting(issue, problem))),
  );
  if (found.length > 0) throw new ConfigError(found);
  return config;
}

/** The settings of key providers alone, for a command that creates a master key with one of them. */
export function readKeyProviderSettings(
  environment: Readonly<Record<string, string | undefined>>,
  provider: string,
  readFile: ReadFile = (path) => readFileSync(path, "utf8"),
): Config["keyProviders"] {
  const { texts, problems } = readSecretFiles(environment, Object.keys(keyProviderVariables), readFile);
  const { values, problems: validationIssues } = readSettings(keyProviderVariables, texts);
  const settings = keyProviderSettingsOf(values);
  const found = [...problems, ...validationIssues, ...keyProviderProblems(settings, new Set([provider]))];
  if (found.length > 0) throw new ConfigError(found);
  return settings;
}

function sameSetting(left: string, right: string): boolean {
  return left.split(" ")[0] === right.split(" ")[0];
}

/** Base and auth URLs; both default to the host and port that the service listens on. */
function withAddresses(settings: Settings): Config {
  const host = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
  const localUrl = `http://${host}:${settings.port}`;
  const baseUrl = settings.configuredBaseUrl ?? localUrl;
  return { ...settings, baseUrl, authUrl: settings.configuredAuthUrl ?? baseUrl };
}
