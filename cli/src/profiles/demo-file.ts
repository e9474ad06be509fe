import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../failure.ts";
import { fieldOf, listOf, parseJson, textOf } from "../json-fields.ts";
import { readSmallFile } from "../small-file.ts";
import { readBaseUrl } from "./base-url.ts";
import type { Network } from "./profile-file.ts";

/** A demo application of a service that was started in this folder. */
export interface DemoApplication {
  readonly accountName: string;
  readonly accountId: string;
  readonly network: Network;
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const maxFileBytes = 64 * 1024;

export function demoFilePath(environment: CommandContext["environment"]): string {
  return join(resolve(environment["DATA_DIR"] || "data"), "demo-credentials.json");
}

/** All demo applications; undefined if there is no file. */
export async function readDemoFile(path: string): Promise<readonly DemoApplication[] | undefined> {
  if (!(await fileExists(path))) return undefined;
  const file = parseJson(await readSmallFile(path, maxFileBytes));
  const [apiUrl, authUrl] = [textOf(file, "base_url"), textOf(file, "auth_url")];
  const applications = listOf(file, "accounts").flatMap((account) =>
    listOf(account, "applications").map((application) => {
      const [clientId, clientSecret] = [
        textOf(application, "client_id"),
        textOf(application, "client_secret"),
      ];
      const [accountName, accountId] = [textOf(account, "name"), textOf(account, "id")];
      const network = fieldOf(application, "network");
      return { apiUrl, authUrl, clientId, clientSecret, accountName, accountId, network };
    }),
  );
  if (applications.length === 0 || !applications.every(isComplete)) {
    throw new CommandError(`${path} does not contain demo credentials`);
  }
  return applications.map((application) => ({
    ...application,
    apiUrl: readBaseUrl(application.apiUrl),
    authUrl: readBaseUrl(application.authUrl),
  }));
}

function isComplete(
  application: Readonly<Record<string, unknown>>,
): application is Readonly<Record<string, unknown>> & DemoApplication {
  return Object.values(application).every((value) => typeof value === "string");
}

function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
