import type { Config } from "../config.ts";
import { consoleAddress } from "../users/index.ts";
import { type DemoCredentials, demoCredentialsPath } from "./demo-accounts.ts";

export interface Welcome {
  /** Only at the first start of a data folder. */
  readonly credentials: DemoCredentials | undefined;
  /** Invites the first console user; a new link at each start until one has been used. */
  readonly firstOperatorLink: string | undefined;
}

/** The welcome message. It contains secrets, so it is written to a terminal and never to a log. */
export function welcome(config: Config, { credentials, firstOperatorLink }: Welcome): string {
  const lines = [
    "",
    `  Florin is ready (${config.profile} profile)`,
    "",
    `  API        ${config.baseUrl}`,
    `  Tokens     ${config.authUrl}/oauth2/token`,
    `  Reference  ${config.baseUrl}/docs`,
    `  Docs       ${config.baseUrl}/docs/`,
    `  Console    ${consoleAddress(config.baseUrl)}`,
    "",
    ...(firstOperatorLink === undefined ? [] : openConsole(firstOperatorLink)),
    ...(credentials === undefined ? laterStart(config) : firstStart(config, credentials)),
  ];
  return `${lines.join("\n")}\n`;
}

function openConsole(link: string): readonly string[] {
  return [
    "  Open the console as its first admin. The link works once and expires at the next start.",
    "",
    `    ${link}`,
    "",
  ];
}

function firstStart(config: Config, credentials: DemoCredentials): readonly string[] {
  const path = demoCredentialsPath(config.dataFolder);
  const first = credentials.accounts[0]?.applications[0];
  return [
    `  Demo credentials, shown only this once and stored in ${path}:`,
    "",
    ...credentials.accounts.flatMap((account) => [
      `  ${account.name} (${account.kind}, account ${account.id})`,
      ...account.applications.flatMap(({ network, client_id, client_secret }) => [
        `    ${network.padEnd(8)} client_id      ${client_id}`,
        `    ${"".padEnd(8)} client_secret  ${client_secret}`,
      ]),
      "",
    ]),
    ...(first === undefined ? [] : tryIt(config, first.client_id, first.client_secret)),
  ];
}

function laterStart(config: Config): readonly string[] {
  if (config.profile !== "local") return [];
  return [`  Demo credentials are in ${demoCredentialsPath(config.dataFolder)}`, ""];
}

function tryIt(config: Config, clientId: string, clientSecret: string): readonly string[] {
  return [
    "  Try it: get a token, then list your accounts",
    "",
    `    TOKEN=$(curl -s ${config.authUrl}/oauth2/token -u ${clientId}:${clientSecret} \\`,
    `      -d grant_type=client_credentials | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `    curl -s ${config.baseUrl}/accounts -H "Authorization: Bearer $TOKEN"`,
    "",
  ];
}
