import type { Config } from "../config.ts";
import { type DemoCredentials, demoCredentialsPath } from "./demo-accounts.ts";

/** What a person reads when the service is up. Secrets stand here exactly once in the life of a data folder. */
export function welcome(config: Config, credentials: DemoCredentials | undefined): string {
  const lines = [
    "",
    `  Florin is ready (${config.profile} profile)`,
    "",
    `  API        ${config.baseUrl}`,
    `  Tokens     ${config.authUrl}/oauth2/token`,
    `  Reference  ${config.baseUrl}/docs`,
    "",
    ...(credentials === undefined ? laterStart(config) : firstStart(config, credentials)),
  ];
  return `${lines.join("\n")}\n`;
}

function firstStart(config: Config, credentials: DemoCredentials): readonly string[] {
  const path = demoCredentialsPath(config.dataFolder);
  const first = credentials.accounts[0]?.applications[0];
  return [
    `  Demo credentials, shown this once and kept in ${path}:`,
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
