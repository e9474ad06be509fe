import { randomBytes } from "node:crypto";
import { rotateSigningKey as rotate } from "../auth/index.ts";
import { readConfig, readKeyProviderSettings } from "../config.ts";
import { formatInstant } from "../kernel/instant.ts";
import {
  createKeyProviders,
  type KeyProviderSettings,
  type KeyProviders,
} from "../keys/adapters/key-providers.ts";
import type { KeyProviderName } from "../keys/key-wrapper.ts";
import { masterKeyBytes, openMasterKey, wrapMasterKey } from "../keys/master-key.ts";
import { StartupError } from "../startup/startup-error.ts";
import { tables } from "../tables.ts";
import type { AdminContext, EnvironmentVariables } from "./open-admin.ts";
import { rewrapTables } from "./rewrap-tables.ts";

/** Creates a signing key for access tokens; in an emergency it signs immediately and earlier tokens become invalid. */
export async function rotateSigningKey(
  admin: AdminContext,
  { isEmergency }: { readonly isEmergency: boolean },
): Promise<{ readonly kid: string; readonly signsFrom: string }> {
  const { clock, newId, cause } = admin;
  const deps = { clock, newId, keyRing: await admin.loadKeyRing() };
  const { kid, signsFrom } = await admin.database.transaction((tx) =>
    rotate(deps, tx, { isEmergency, cause }),
  );
  return { kid, signsFrom: formatInstant(signsFrom) };
}

/**
 * Rewraps everything sealed by a previous master key with the current one; returns the number of changed rows by table.
 * Run it again after an interruption.
 */
export async function rewrapKeys(admin: AdminContext): Promise<Readonly<Record<string, number>>> {
  const { clock, newId, cause, database } = admin;
  const deps = { clock, newId, database, keyRing: await admin.loadKeyRing() };
  return rewrapTables(deps, tables.values(), { cause });
}

/** A new master key in the format of `MASTER_KEY`, wrapped by a provider if one is given. Nothing is stored. */
export async function generateMasterKey(
  environment: EnvironmentVariables,
  target: WrappingKey | undefined,
): Promise<string> {
  const key = randomBytes(masterKeyBytes);
  if (target === undefined) return key.toString("base64");
  return withProviders(readKeyProviderSettings(environment, target.provider), ({ wrapperOf }) =>
    wrapMasterKey(wrapperOf, target, key),
  );
}

/** A key at a provider that wraps master keys. */
export interface WrappingKey {
  readonly provider: KeyProviderName;
  readonly keyName: string;
}

/** The current master key, wrapped by another key: everything that it has sealed stays as it is. */
export async function wrapCurrentMasterKey(
  environment: EnvironmentVariables,
  target: WrappingKey,
): Promise<string> {
  const { masterKey } = readConfig(environment);
  if (masterKey === undefined) throw new StartupError("MASTER_KEY is not set, so there is no key to wrap");
  return withProviders(readKeyProviderSettings(environment, target.provider), async ({ wrapperOf }) =>
    wrapMasterKey(wrapperOf, target, await openMasterKey(wrapperOf, masterKey)),
  );
}

async function withProviders<Result>(
  settings: KeyProviderSettings,
  work: (providers: KeyProviders) => Promise<Result>,
): Promise<Result> {
  const providers = createKeyProviders(settings);
  try {
    return await work(providers);
  } finally {
    await providers.close();
  }
}
