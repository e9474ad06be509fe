import { randomBytes } from "node:crypto";
import { resealDocumentKeys, resealInBatches, resealProfiles } from "../accounts/index.ts";
import { resealBankDetails } from "../addresses/index.ts";
import { recordAudit } from "../audit/index.ts";
import {
  type ResealedCounts as ResealedKeys,
  resealStoredKeys,
  rotateSigningKey as rotate,
} from "../auth/index.ts";
import { resealSeeds } from "../chains/custody/seeds.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { formatInstant } from "../kernel/instant.ts";
import { resealPayments } from "../payments/index.ts";
import { resealTotpSecrets } from "../people/index.ts";
import { sealedBankTables } from "../rails/work/sealed-tables.ts";
import { resealWebhookSecrets } from "../webhooks/index.ts";
import type { AdminContext } from "./open-admin.ts";

const masterKeyBytes = 32;

/** A new key for access tokens; in an emergency it signs at once, and every token signed before ends. */
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

export interface ResealedCounts extends ResealedKeys {
  readonly accountProfiles: number;
  readonly documents: number;
  readonly walletSeeds: number;
  readonly bankDetails: number;
  readonly payments: number;
  /** Entries, files and news of banks. */
  readonly bankRecords: number;
  /** Of subscriptions, the current ones and those before. */
  readonly webhookSecrets: number;
  /** Of people's authenticators at the console. */
  readonly totpSecrets: number;
}

/** Wraps what a previous master key still wraps with the current one. Doing it again finishes what was interrupted. */
export async function resealKeys(admin: AdminContext): Promise<ResealedCounts> {
  const { clock, newId, cause, database } = admin;
  const deps = { clock, newId, database, keyRing: await admin.loadKeyRing() };
  const keys = await database.transaction((tx) => resealStoredKeys(deps, tx, { cause }));
  const walletSeeds = await resealWalletSeeds(admin, deps.keyRing);
  const accountProfiles = await resealProfiles(deps, { cause });
  const documents = await resealDocumentKeys(deps, { cause });
  const bankDetails = await resealBankDetails(deps, { cause });
  const payments = await resealPayments(deps, { cause });
  let bankRecords = 0;
  for (const table of sealedBankTables) bankRecords += await resealInBatches(deps, table, { cause });
  const webhookSecrets = await resealWebhookSecrets(deps, { cause });
  const totpSecrets = await resealTotpSecrets(deps, { cause });
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
  };
}

function resealWalletSeeds(admin: AdminContext, keyRing: KeyRing): Promise<number> {
  return admin.database.transaction(async (tx) => {
    const count = await resealSeeds({ keyRing }, tx);
    if (count > 0) {
      await recordAudit(admin, tx, { tenantId: undefined, network: undefined }, [
        {
          cause: admin.cause,
          action: "master_key.reseal",
          subject: { type: "master_key", id: keyRing.current.id.toString("hex") },
          after: { wallet_seeds: count },
        },
      ]);
    }
    return count;
  });
}

/** As `MASTER_KEY` wants it. */
export function generateMasterKey(): string {
  return randomBytes(masterKeyBytes).toString("base64");
}
