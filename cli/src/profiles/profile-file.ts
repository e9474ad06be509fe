import { chmod, mkdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CommandContext } from "../command-context.ts";
import { CommandError, UsageError } from "../failure.ts";
import { fieldOf, parseJson, textOf } from "../json-fields.ts";
import { readSmallFile } from "../small-file.ts";
import { writeWholeFile } from "../whole-file.ts";
import type { ClientKeyFile } from "./client-key.ts";

export type Network = "testnet" | "mainnet";

/** Credentials of an application and where they are valid. */
export interface Profile {
  readonly apiUrl: string;
  readonly network: Network;
  readonly accountId: string;
  readonly clientId: string;
  /** Empty with a private key. */
  readonly clientSecret: string;
  readonly key?: ClientKeyFile;
}

export interface Profiles {
  /** Name of the profile that commands use by default. */
  readonly current: string | undefined;
  readonly profiles: ReadonlyMap<string, Profile>;
}

const noProfiles: Profiles = { current: undefined, profiles: new Map() };
const maxFileBytes = 1024 * 1024;

/** `$XDG_CONFIG_HOME/florin/profiles.json`, by default in `~/.config`; undefined without a home folder. */
function profilesPath(environment: CommandContext["environment"]): string | undefined {
  const home = environment["HOME"];
  const config = environment["XDG_CONFIG_HOME"] || (home ? join(home, ".config") : undefined);
  return config === undefined ? undefined : join(config, "florin", "profiles.json");
}

export async function readProfiles(environment: CommandContext["environment"]): Promise<Profiles> {
  const path = profilesPath(environment);
  const mode = path === undefined ? undefined : await modeOf(path);
  if (path === undefined || mode === undefined) return noProfiles;
  if ((mode & othersMask) !== 0) {
    throw new CommandError(`${path} contains secrets, and other users can read it. Run: chmod 600 ${path}`);
  }
  const file = parseJson(await readSmallFile(path, maxFileBytes));
  const entries = Object.entries(fieldOf(file, "profiles") ?? {});
  return {
    current: textOf(file, "current"),
    profiles: new Map(entries.map(([name, value]) => [name, readProfile(value, path)])),
  };
}

const othersMask = 0o077;

async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function readProfile(value: unknown, path: string): Profile {
  const [apiUrl, network, accountId] = [
    textOf(value, "api"),
    textOf(value, "network"),
    textOf(value, "account_id"),
  ];
  const [clientId, clientSecret] = [textOf(value, "client_id"), textOf(value, "client_secret")];
  const key = readKeyFile(value);
  const isComplete = apiUrl !== undefined && accountId !== undefined && clientId !== undefined;
  const hasMethod = clientSecret !== undefined || key !== undefined;
  if (!isComplete || !hasMethod || (network !== "testnet" && network !== "mainnet")) {
    throw new CommandError(`${path} is damaged. Remove it and log in again.`);
  }
  const profile: Profile = { apiUrl, network, accountId, clientId, clientSecret: clientSecret ?? "" };
  return key === undefined ? profile : { ...profile, key };
}

function readKeyFile(value: unknown): ClientKeyFile | undefined {
  const [path, keyId] = [textOf(value, "private_key"), textOf(value, "key_id")];
  return path === undefined || keyId === undefined ? undefined : { path, keyId };
}

/** Only the owner can read the file and its folder. */
export async function writeProfiles(
  environment: CommandContext["environment"],
  { current, profiles }: Profiles,
): Promise<string> {
  const path = profilesPath(environment);
  if (path === undefined)
    throw new UsageError("HOME and XDG_CONFIG_HOME are not set, so profiles cannot be stored");
  if (profiles.size === 0) {
    await rm(path, { force: true });
    return path;
  }
  const entries = [...profiles].map(([name, profile]) => [name, presentProfile(profile)] as const);
  const text = `${JSON.stringify({ current, profiles: Object.fromEntries(entries) }, null, 2)}\n`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await chmod(dirname(path), 0o700);
  await writeWholeFile(path, onePiece(text));
  return path;
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text;
}

function presentProfile({ apiUrl, network, accountId, clientId, clientSecret, key }: Profile): object {
  const method =
    key === undefined ? { client_secret: clientSecret } : { private_key: key.path, key_id: key.keyId };
  return { api: apiUrl, network, account_id: accountId, client_id: clientId, ...method };
}
