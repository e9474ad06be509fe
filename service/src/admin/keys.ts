import { randomBytes } from "node:crypto";
import { rewrapDocumentKeys, rewrapInBatches, rewrapProfiles } from "../accounts/index.ts";
import { rewrapBankDetails } from "../addresses/index.ts";
import { rewrapApprovals } from "../approvals/index.ts";
import { recordAudit } from "../audit/index.ts";
import {
  type RewrappedCounts as RewrappedKeys,
  rewrapStoredKeys,
  rotateSigningKey as rotate,
} from "../auth/index.ts";
import { rewrapSeeds } from "../chains/custody/seeds.ts";
import { readConfig, readKeyProviderSettings } from "../config.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { formatInstant } from "../kernel/instant.ts";
import {
  createKeyProviders,
  type KeyProviderSettings,
  type KeyProviders,
} from "../keys/adapters/key-providers.ts";
import type { KeyProviderName } from "../keys/key-wrapper.ts";
import { masterKeyBytes, openMasterKey, wrapMasterKey } from "../keys/master-key.ts";
import { rewrapMails } from "../mail/index.ts";
import { rewrapPayments } from "../payments/index.ts";
import { sealedBankTables } from "../rails/engine/sealed-tables.ts";
import { StartupError } from "../startup/startup-error.ts";
import { rewrapTotpSecrets } from "../users/index.ts";
import { rewrapWebhookSecrets } from "../webhooks/index.ts";
import type { AdminContext, EnvironmentVariables } from "./open-admin.ts";

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

export interface RewrappedCounts extends RewrappedKeys {
  readonly accountProfiles: number;
  readonly documents: number;
  readonly walletSeeds: number;
  readonly bankDetails: number;
  readonly payments: number;
  /** Bank entries, files and events. */
  readonly bankRecords: number;
  /** Of webhook subscriptions, current and previous. */
  readonly webhookSecrets: number;
  /** Of the authenticator apps of console users. */
  readonly totpSecrets: number;
  readonly approvals: number;
  /** Queued emails. */
  readonly mails: number;
}

/** Rewraps everything wrapped by a previous master key with the current one. Run it again after an interruption. */
export async function rewrapKeys(admin: AdminContext): Promise<RewrappedCounts> {
  const { clock, newId, cause, database } = admin;
  const deps = { clock, newId, database, keyRing: await admin.loadKeyRing() };
  const keys = await database.transaction((tx) => rewrapStoredKeys(deps, tx, { cause }));
  const walletSeeds = await rewrapWalletSeeds(admin, deps.keyRing);
  const accountProfiles = await rewrapProfiles(deps, { cause });
  const documents = await rewrapDocumentKeys(deps, { cause });
  const bankDetails = await rewrapBankDetails(deps, { cause });
  const payments = await rewrapPayments(deps, { cause });
  let bankRecords = 0;
  for (const table of sealedBankTables) bankRecords += await rewrapInBatches(deps, table, { cause });
  const webhookSecrets = await rewrapWebhookSecrets(deps, { cause });
  const totpSecrets = await rewrapTotpSecrets(deps, { cause });
  const approvals = await rewrapApprovals(deps, { cause });
  const mails = await rewrapMails(deps, { cause });
  return {
    ...keys,
    accountProfiles,
    documents,
    walletSeeds,
    bankDetails,
    payments,
    bankRecords,
    webhookSecrets,
    totpSecrets,
    approvals,
    mails,
  };
}

function rewrapWalletSeeds(admin: AdminContext, keyRing: KeyRing): Promise<number> {
  return admin.database.transaction(async (tx) => {
    const count = await rewrapSeeds({ keyRing }, tx);
    if (count > 0) {
      await recordAudit(admin, tx, { tenantId: undefined, network: undefined }, [
        {
          cause: admin.cause,
          action: "master_key.rewrap",
          subject: { type: "master_key", id: keyRing.current.id.toString("hex") },
          after: { wallet_seeds: count },
        },
      ]);
    }
    return count;
  });
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
