import { randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../config.ts";
import { makeDataFolder } from "../db/data-folder.ts";
import { createKeyRing, type KeyRing } from "../kernel/envelope.ts";
import { type KeyProviderError, retryUnreachable } from "../keys/key-wrapper.ts";
import {
  developmentMark,
  masterKeyBytes,
  openMasterKey,
  parseMasterKey,
  type WrapperOf,
} from "../keys/master-key.ts";
import { StartupError } from "./startup-error.ts";

const ownerOnly = 0o600;
/** Fifteen seconds in total, so that a provider that restarts does not fail the start. */
const retries = { maxAttempts: 5, firstPauseMs: 1_000, pause };

/**
 * The configured master keys, or, in the local profile, a key that is generated once and kept in the data folder. A key
 * that a provider has wrapped is unwrapped here, and then only in memory.
 */
export async function loadKeyRing(
  config: Pick<Config, "masterKey" | "previousMasterKeys" | "dataFolder">,
  { wrapperOf, onRetry = () => {} }: MasterKeyDeps,
): Promise<KeyRing> {
  const open = (text: string): Promise<Buffer> =>
    retryUnreachable(() => openMasterKey(wrapperOf, text), { ...retries, onRetry });
  const current = await open(config.masterKey ?? (await readOrMakeKey(config.dataFolder)));
  const previous: Buffer[] = [];
  for (const text of config.previousMasterKeys) previous.push(await open(text));
  return createKeyRing(current, previous);
}

export interface MasterKeyDeps {
  readonly wrapperOf: WrapperOf;
  readonly onRetry?: (error: KeyProviderError) => void;
}

async function readOrMakeKey(dataFolder: string): Promise<string> {
  const path = join(dataFolder, "master-key");
  await makeDataFolder(dataFolder);
  try {
    // Fails when the file exists, so that two processes never generate two keys.
    const file = await open(path, "wx", ownerOnly);
    try {
      const key = developmentMark + randomBytes(masterKeyBytes).toString("base64");
      await file.writeFile(`${key}\n`);
      await file.sync();
      return key;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    return readKey(path);
  }
}

async function readKey(path: string): Promise<string> {
  const key = (await readFile(path, "utf8")).trim();
  if (parseMasterKey(key) !== undefined) return key;
  throw new StartupError(
    `${path} does not contain a master key. If this data folder is new, remove the file and start again.`,
  );
}
