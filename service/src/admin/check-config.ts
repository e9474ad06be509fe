import { resolve } from "node:path";
import { parseDatabaseUrl } from "../config/database-url.ts";
import { readConfig } from "../config.ts";
import type { EnvironmentVariables } from "./open-admin.ts";

/** How the service would run with these settings. Nothing in it is secret. */
export interface ConfigView {
  readonly profile: string;
  readonly roles: readonly string[];
  readonly listensOn: string;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly database: string;
  readonly dataFolder: string;
  readonly masterKey: string;
}

/** Reads the environment as the service would; throws one error that lists every problem. */
export function checkConfig(environment: EnvironmentVariables): ConfigView {
  const config = readConfig(environment);
  const { profile, roles, host, port, baseUrl, authUrl, databaseUrl, masterKey } = config;
  const dataFolder = resolve(config.dataFolder);
  return {
    profile,
    roles: [...roles],
    listensOn: `${host}:${port}`,
    baseUrl,
    authUrl,
    database: databaseUrl === undefined ? `embedded, in ${dataFolder}` : placeOf(databaseUrl),
    dataFolder,
    masterKey: masterKey === undefined ? `made by the service, in ${dataFolder}` : "configured",
  };
}

/** Where the database is, without the credentials that may stand in its address. */
function placeOf(databaseUrl: string): string {
  const { host = "", database = "" } = parseDatabaseUrl(databaseUrl) ?? {};
  return `${database} at ${host === "" ? "localhost" : host}`;
}
