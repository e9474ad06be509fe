import { resolve } from "node:path";
import type { CommandContext } from "../command-context.ts";
import { CommandError, InterruptedError, UsageError } from "../failure.ts";
import { printOne } from "../output.ts";
import { defaultApiUrl, readBaseUrl } from "../profiles/base-url.ts";
import { type ClientKeyFile, keyIdOf } from "../profiles/client-key.ts";
import type { Credentials } from "../profiles/credentials.ts";
import { demoFilePath, readDemoFile } from "../profiles/demo-file.ts";
import { type Network, type Profile, readProfiles, writeProfiles } from "../profiles/profile-file.ts";
import { clientOf, withApiErrors } from "./client.ts";

export interface LoginInput {
  readonly profile: string;
  readonly api?: string;
  readonly clientId?: string;
  /** File of a private key, instead of the secret. */
  readonly privateKey?: string;
  readonly keyId?: string;
  readonly demo?: string;
  readonly network?: Network;
  readonly json: boolean;
}

const profileName = /^[a-z0-9][a-z0-9_-]{0,31}$/;
const maxSecretBytes = 4096;

/** Checks the credentials with the service, then stores them and makes the profile the current one. */
export async function login(context: CommandContext, input: LoginInput): Promise<void> {
  const { profile: name } = input;
  if (!profileName.test(name)) {
    throw new UsageError(
      "the name of a profile has lower case letters, digits, dashes and underscores, at most 32",
    );
  }
  const credentials = await credentialsOf(context, input);
  const profile = await withApiErrors(context.signal, () => verify(context, credentials));
  const { profiles } = await readProfiles(context.environment);
  const path = await writeProfiles(context.environment, {
    current: name,
    profiles: new Map([...profiles, [name, profile]]),
  });
  const { network, apiUrl, accountId, clientId } = profile;
  const shown = { profile: name, network, api: apiUrl, account_id: accountId, client_id: clientId };
  printOne(context, shown, { asJson: input.json });
  context.stderr.write(`Stored in ${path}, which only you can read.\n`);
}

async function verify(context: CommandContext, credentials: Credentials): Promise<Profile> {
  const { apiUrl, authUrl, clientId, clientSecret, key } = credentials;
  if (apiUrl !== authUrl) {
    throw new UsageError(
      "a profile has one URL; with FLORIN_AUTH, use FLORIN_CLIENT_ID and FLORIN_CLIENT_SECRET",
    );
  }
  const client = await clientOf(context, { ...credentials, accountId: undefined });
  const { network } = client;
  const profile = { apiUrl, network, accountId: await client.accountId(), clientId, clientSecret };
  return key === undefined ? profile : { ...profile, key };
}

async function credentialsOf(context: CommandContext, input: LoginInput): Promise<Credentials> {
  const { environment } = context;
  const requestedUrl = input.api ?? (environment["FLORIN_API"] || undefined);
  const clientId = input.clientId ?? (environment["FLORIN_CLIENT_ID"] || undefined);
  if (clientId === undefined && requestedUrl === undefined && input.privateKey === undefined)
    return demoCredentials(context, input);
  if (input.demo !== undefined)
    throw new UsageError("--demo is for a service in this folder; leave out the others");
  const apiUrl = readBaseUrl(requestedUrl ?? defaultApiUrl);
  const id = clientId ?? (await prompt(context, "Client id: ", false));
  const key = await keyFileOf(input);
  const clientSecret =
    key === undefined
      ? environment["FLORIN_CLIENT_SECRET"] || (await prompt(context, "Client secret: ", true))
      : "";
  const authUrl = environment["FLORIN_AUTH"] ? readBaseUrl(environment["FLORIN_AUTH"]) : apiUrl;
  return {
    apiUrl,
    authUrl,
    clientId: id,
    clientSecret,
    ...(key === undefined ? {} : { key }),
    accountId: undefined,
    network: undefined,
    remark: undefined,
  };
}

async function keyFileOf({ privateKey, keyId }: LoginInput): Promise<ClientKeyFile | undefined> {
  if (privateKey === undefined) return undefined;
  const path = resolve(privateKey);
  return { path, keyId: keyId ?? (await keyIdOf(path)) };
}

async function demoCredentials({ environment }: CommandContext, input: LoginInput): Promise<Credentials> {
  const path = demoFilePath(environment);
  const applications = await readDemoFile(path);
  if (applications === undefined) {
    throw new UsageError(`there are no demo credentials in ${path}. Pass --api and --client-id.`);
  }
  const network = input.network ?? "testnet";
  const demo = applications.find(
    (candidate) =>
      candidate.network === network && (input.demo === undefined || candidate.accountName === input.demo),
  );
  if (demo !== undefined) return { ...demo, remark: undefined };
  const names = [...new Set(applications.map(({ accountName }) => accountName))];
  throw new UsageError(
    `there is no demo account ${input.demo ?? ""} on ${network}; there are ${names.join(", ")}`,
  );
}

async function prompt(
  { ask, readInput, signal }: CommandContext,
  label: string,
  isSecret: boolean,
): Promise<string> {
  if (ask === undefined && !isSecret) throw new UsageError("--client-id is required");
  const reply = ask === undefined ? await readInput(maxSecretBytes) : await ask(label, { isSecret });
  if (signal.aborted) throw new InterruptedError("interrupted");
  if (reply.trim() === "") throw new UsageError(`${label.replace(": ", "")} is missing`);
  return reply.trim();
}

export async function logout(
  { environment, stderr }: CommandContext,
  { profile, all }: { readonly profile: string | undefined; readonly all: boolean },
): Promise<void> {
  const { current, profiles } = await readProfiles(environment);
  const name = profile ?? current;
  if (!all && (name === undefined || !profiles.has(name))) {
    throw new CommandError(
      name === undefined ? "there is no current profile" : `there is no profile ${name}`,
    );
  }
  const kept = new Map(all ? [] : [...profiles].filter(([candidate]) => candidate !== name));
  await writeProfiles(environment, { current: current === name ? undefined : current, profiles: kept });
  stderr.write(all ? "Removed all profiles.\n" : `Removed profile ${name}.\n`);
}

export async function useProfile({ environment }: CommandContext, name: string): Promise<void> {
  const { profiles } = await readProfiles(environment);
  if (!profiles.has(name)) throw new UsageError(`there is no profile ${name}`);
  await writeProfiles(environment, { current: name, profiles });
}
