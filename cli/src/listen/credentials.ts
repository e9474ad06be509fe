import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { CommandContext } from "../command-context.ts";
import { CommandError, UsageError } from "../failure.ts";
import { readSmallFile } from "../small-file.ts";
import { fieldOf, listOf, parseJson, textOf } from "./json-fields.ts";

/** Client credentials, and the URLs they are for. */
export interface Credentials {
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Known in advance only for a demo account. */
  readonly accountId: string | undefined;
  /** Message that names the credentials in use, unless they were set explicitly. */
  readonly remark: string | undefined;
}

const defaultApiUrl = "http://127.0.0.1:8080";
const demoFileName = "demo-credentials.json";
const demoNetwork = "testnet";
const maxFileBytes = 64 * 1024;

/** Credentials from the environment, otherwise the demo account of a service started in this folder. */
export async function findCredentials(
  environment: CommandContext["environment"],
  givenApiUrl: string | undefined,
): Promise<Credentials> {
  const clientId = environment["FLORIN_CLIENT_ID"] ?? "";
  const clientSecret = environment["FLORIN_CLIENT_SECRET"] ?? "";
  const requestedApiUrl = givenApiUrl ?? (environment["FLORIN_API"] || undefined);
  const authUrl = environment["FLORIN_AUTH"] || undefined;
  if (clientId === "" && clientSecret === "") {
    return demoCredentials(resolve(environment["DATA_DIR"] || "data"), requestedApiUrl);
  }
  if (clientId === "" || clientSecret === "") {
    throw new UsageError(
      "FLORIN_CLIENT_ID and FLORIN_CLIENT_SECRET must be set together; one of them is missing",
    );
  }
  const apiUrl = readBaseUrl(requestedApiUrl ?? defaultApiUrl);
  return {
    apiUrl,
    authUrl: authUrl === undefined ? apiUrl : readBaseUrl(authUrl),
    clientId,
    clientSecret,
    accountId: undefined,
    remark: undefined,
  };
}

async function demoCredentials(
  dataFolder: string,
  requestedApiUrl: string | undefined,
): Promise<Credentials> {
  const path = join(dataFolder, demoFileName);
  if (!(await fileExists(path))) throw noCredentials(path);
  const demo = readDemoFile(path, await readSmallFile(path, maxFileBytes));
  // A secret is sent only to the service that issued it.
  if (requestedApiUrl !== undefined && readBaseUrl(requestedApiUrl) !== demo.apiUrl) {
    throw new UsageError(
      `the demo credentials in ${path} are for ${demo.apiUrl}. For ${readBaseUrl(requestedApiUrl)}, set ` +
        "FLORIN_CLIENT_ID and FLORIN_CLIENT_SECRET.",
    );
  }
  return demo;
}

function readDemoFile(path: string, text: string): Credentials {
  const file = parseJson(text);
  const account = listOf(file, "accounts")[0];
  const application = listOf(account, "applications").find(
    (candidate) => fieldOf(candidate, "network") === demoNetwork,
  );
  const [apiUrl, authUrl] = [textOf(file, "base_url"), textOf(file, "auth_url")];
  const [clientId, clientSecret] = [textOf(application, "client_id"), textOf(application, "client_secret")];
  if (apiUrl === undefined || authUrl === undefined || clientId === undefined || clientSecret === undefined) {
    throw new CommandError(`${path} does not contain demo credentials`);
  }
  return {
    apiUrl: readBaseUrl(apiUrl),
    authUrl: readBaseUrl(authUrl),
    clientId,
    clientSecret,
    accountId: textOf(account, "id"),
    remark: `Using the demo account ${textOf(account, "name") ?? ""} on ${demoNetwork}, from ${path}.`,
  };
}

function noCredentials(path: string): UsageError {
  return new UsageError(
    "FLORIN_CLIENT_ID and FLORIN_CLIENT_SECRET are not set, and there are no demo credentials in " +
      `${path}. Set them to those of an application with scope events:read, or run this in the folder where ` +
      "Florin was started.",
  );
}

/** Without a trailing slash, so that paths can be appended. */
function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  if (url === undefined || !isHttp || url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new UsageError(`${text} is not an API URL such as ${defaultApiUrl}`);
  }
  return url.href.replace(/\/+$/, "");
}

function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
