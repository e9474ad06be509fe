import type { CommandContext } from "../command-context.ts";
import { CommandError, UsageError } from "../failure.ts";
import { defaultApiUrl, readBaseUrl } from "./base-url.ts";
import type { ClientKeyFile } from "./client-key.ts";
import { demoFilePath, readDemoFile } from "./demo-file.ts";
import { type Network, readProfiles } from "./profile-file.ts";

/** Client credentials, and the URLs they are for. */
export interface Credentials {
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  /** Empty with another method. */
  readonly clientSecret: string;
  /** Used instead of the secret. */
  readonly key?: ClientKeyFile;
  /** Used instead of the client's id and secret. */
  readonly accessToken?: string;
  /** Known in advance for a profile and for a demo account. */
  readonly accountId: string | undefined;
  readonly network: Network | undefined;
  /** Message that names the credentials in use, unless they were set explicitly. */
  readonly remark: string | undefined;
}

export interface CredentialsChoice {
  readonly apiUrl?: string | undefined;
  readonly profile?: string | undefined;
}

type Environment = CommandContext["environment"];

/**
 * In this order: the requested profile, the environment, the current profile, and the demo account of a service that was
 * started in this folder.
 */
export async function findCredentials(
  environment: Environment,
  { apiUrl: givenApiUrl, profile }: CredentialsChoice = {},
): Promise<Credentials> {
  const requestedApiUrl = givenApiUrl ?? (environment["FLORIN_API"] || undefined);
  const requestedProfile = profile ?? (environment["FLORIN_CLI_PROFILE"] || undefined);
  if (requestedProfile !== undefined)
    return profileCredentials(environment, requestedProfile, requestedApiUrl);
  const given = environmentCredentials(environment, requestedApiUrl);
  if (given !== undefined) return given;
  const { current } = await readProfiles(environment);
  if (current !== undefined) return profileCredentials(environment, current, requestedApiUrl);
  return demoCredentials(environment, requestedApiUrl);
}

async function profileCredentials(
  environment: Environment,
  name: string,
  requestedApiUrl: string | undefined,
): Promise<Credentials> {
  const profile = (await readProfiles(environment)).profiles.get(name);
  if (profile === undefined) {
    throw new UsageError(`there is no profile ${name}. To create it, run: florin login --profile ${name}`);
  }
  requireSameUrl(requestedApiUrl, profile.apiUrl, `the credentials of profile ${name}`);
  return { ...profile, authUrl: profile.apiUrl, remark: undefined };
}

function environmentCredentials(
  environment: Environment,
  requestedApiUrl: string | undefined,
): Credentials | undefined {
  const accessToken = environment["FLORIN_ACCESS_TOKEN"] || undefined;
  const clientId = environment["FLORIN_CLIENT_ID"] ?? "";
  const clientSecret = environment["FLORIN_CLIENT_SECRET"] ?? "";
  if (clientId === "" && clientSecret === "" && accessToken === undefined) return undefined;
  if (accessToken === undefined && (clientId === "" || clientSecret === "")) {
    throw new UsageError(
      "FLORIN_CLIENT_ID and FLORIN_CLIENT_SECRET must be set together; one of them is missing",
    );
  }
  const authUrl = environment["FLORIN_AUTH"] || undefined;
  const apiUrl = readBaseUrl(requestedApiUrl ?? defaultApiUrl);
  return {
    apiUrl,
    authUrl: authUrl === undefined ? apiUrl : readBaseUrl(authUrl),
    clientId,
    clientSecret,
    ...(accessToken === undefined ? {} : { accessToken }),
    accountId: undefined,
    network: undefined,
    remark: undefined,
  };
}

async function demoCredentials(
  environment: Environment,
  requestedApiUrl: string | undefined,
): Promise<Credentials> {
  const path = demoFilePath(environment);
  const applications = await readDemoFile(path);
  if (applications === undefined) throw noCredentials(path);
  const demo = applications.find(({ network }) => network === "testnet");
  if (demo === undefined) throw new CommandError(`${path} does not contain demo credentials`);
  requireSameUrl(requestedApiUrl, demo.apiUrl, `the demo credentials in ${path}`);
  return { ...demo, remark: `Using the demo account ${demo.accountName} on ${demo.network}, from ${path}.` };
}

/** A secret is sent only to the service that issued it. */
function requireSameUrl(requested: string | undefined, actual: string, subject: string): void {
  if (requested === undefined || readBaseUrl(requested) === actual) return;
  throw new UsageError(
    `${subject} are for ${actual}. For ${readBaseUrl(requested)}, set FLORIN_CLIENT_ID and FLORIN_CLIENT_SECRET.`,
  );
}

function noCredentials(path: string): UsageError {
  return new UsageError(
    "FLORIN_CLIENT_ID and FLORIN_CLIENT_SECRET are not set, there is no profile, and there are no demo credentials in " +
      `${path}. Run florin login, or run this in the folder where Florin was started.`,
  );
}
