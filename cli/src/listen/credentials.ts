import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CommandError, UsageError } from "../failure.ts";
import { readSmallFile } from "../small-file.ts";
import type { Surroundings } from "../surroundings.ts";
import { fieldOf, listOf, parseJson, textOf } from "./json-fields.ts";

/** Who listens, and where it asks. */
export interface Credentials {
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Known beforehand only of a demo account. */
  readonly accountId: string | undefined;
  /** For the person: where the credentials come from, where that was not said. */
  readonly remark: string | undefined;
}

const defaultApiUrl = "http://127.0.0.1:8080";
const demoFileName = "demo-credentials.json";
const demoNetwork = "testnet";
const maxFileBytes = 64 * 1024;

/** Those in the environment, or else the demo account of a service that was started in this folder. */
export async function findCredentials(
  environment: Surroundings["environment"],
  givenApiUrl: string | undefined,
): Promise<Credentials> {
  const clientId = environment["FLORIN_CLIENT_ID"] ?? "";
  const clientSecret = environment["FLORIN_CLIENT_SECRET"] ?? "";
  const wantedApiUrl = givenApiUrl ?? (environment["FLORIN_API"] || undefined);
  const authUrl = environment["FLORIN_AUTH"] || undefined;
  if (clientId === "" && clientSecret === "") {
    return demoCredentials(resolve(environment["DATA_DIR"] || "data"), wantedApiUrl);
  }
  if (clientId === "" || clientSecret === "") {
    throw new UsageError("FLORIN_CLIENT_ID and FLORIN_CLIENT_SECRET go together; one of them is not set");
  }
  const apiUrl = readBaseUrl(wantedApiUrl ?? defaultApiUrl);
  return {
    apiUrl,
    authUrl: authUrl === undefined ? apiUrl : readBaseUrl(authUrl),
    clientId,
    clientSecret,
    accountId: undefined,
    remark: undefined,
  };
}

async function demoCredentials(dataFolder: string, wantedApiUrl: string | undefined): Promise<Credentials> {
  const path = join(dataFolder, demoFileName);
  if (!(await isThere(path))) throw nobodyListens(path);
  const demo = readDemoFile(path, await readSmallFile(path, maxFileBytes));
  // A secret goes to nobody but the service that made it.
  if (wantedApiUrl !== undefined && readBaseUrl(wantedApiUrl) !== demo.apiUrl) {
    throw new UsageError(
      `the demo credentials in ${path} are for ${demo.apiUrl}. For ${readBaseUrl(wantedApiUrl)}, set ` +
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
    throw new CommandError(`${path} does not hold demo credentials`);
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

function nobodyListens(path: string): UsageError {
  return new UsageError(
    "FLORIN_CLIENT_ID and FLORIN_CLIENT_SECRET are not set, and there are no demo credentials in " +
      `${path}. Set them to those of an application that may read events, or run this in the folder in which ` +
      "Florin was started.",
  );
}

/** Without a slash at its end, so that paths can be put behind it. */
function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSpeakable = url?.protocol === "http:" || url?.protocol === "https:";
  if (url === undefined || !isSpeakable || url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new UsageError(`${text} is not the address of an API, such as ${defaultApiUrl}`);
  }
  return url.href.replace(/\/+$/, "");
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
