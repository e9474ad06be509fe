import { randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { makeDataFolder } from "../db/data-folder.ts";
import { createKeyRing, type KeyRing } from "../kernel/envelope.ts";
import { StartupError } from "./startup-error.ts";

const keyBytes = 32;
const ownerOnly = 0o600;
/** Prefix of generated development keys; the production profile refuses them. */
const developmentMark = "dev:";

/** The configured master keys, or, in the local profile, a key that is generated once and kept in the data folder. */
export async function loadKeyRing(
  config: Pick<Config, "masterKey" | "previousMasterKeys" | "dataFolder">,
): Promise<KeyRing> {
  const current = config.masterKey ?? (await readOrMakeKey(config.dataFolder));
  return createKeyRing(decode(current), config.previousMasterKeys.map(decode));
}

async function readOrMakeKey(dataFolder: string): Promise<string> {
  const path = join(dataFolder, "master-key");
  await makeDataFolder(dataFolder);
  try {
    // Fails when the file exists, so that two processes never generate two keys.
    const file = await open(path, "wx", ownerOnly);
    try {
      const key = developmentMark + randomBytes(keyBytes).toString("base64");
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
  if (decode(key).length === keyBytes) return key;
  throw new StartupError(
    `${path} does not contain a master key. If this data folder is new, remove the file and start again.`,
  );
}

function decode(key: string): Buffer {
  return Buffer.from(key.startsWith(developmentMark) ? key.slice(developmentMark.length) : key, "base64");
}
