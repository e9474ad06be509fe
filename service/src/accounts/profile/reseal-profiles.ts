import { type AuditDeps, recordAudit } from "../../audit/index.ts";
import type { Database, Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { type KeyRing, needsReseal, reseal } from "../../kernel/envelope.ts";
import { profileContext } from "./sealed-profile.ts";
import { lockProfilesAfter, type ProfileKey, updateSealedProfiles } from "./store.ts";

export interface ResealDeps extends AuditDeps {
  readonly database: Database;
  readonly keyRing: KeyRing;
}

/** Profiles in one transaction; the rows are small, and nobody waits long for any of them. */
const defaultBatchSize = 200;

/**
 * Wraps every profile with the current master key and answers how many it touched. Each batch commits by itself: whoever
 * is interrupted begins again, and what was done stays done.
 */
export async function resealProfiles(
  deps: ResealDeps,
  { cause, batchSize = defaultBatchSize }: { readonly cause: Cause; readonly batchSize?: number },
): Promise<number> {
  let after: ProfileKey | undefined;
  let resealed = 0;
  // Ends with the last row: every batch begins behind the one before.
  for (;;) {
    const slice = { after, limit: batchSize };
    const batch = await deps.database.transaction((tx) => resealBatch(deps, tx, slice, cause));
    resealed += batch.resealed;
    if (batch.last === undefined) return resealed;
    after = batch.last;
  }
}

async function resealBatch(
  deps: ResealDeps,
  tx: Transaction,
  slice: { readonly after: ProfileKey | undefined; readonly limit: number },
  cause: Cause,
): Promise<{ readonly resealed: number; readonly last: ProfileKey | undefined }> {
  const { keyRing } = deps;
  const profiles = await lockProfilesAfter(tx, slice);
  const due = profiles
    .filter(({ sealed }) => needsReseal(keyRing, sealed))
    .map((profile) => ({ ...profile, sealed: reseal(keyRing, profile.sealed, profileContext(profile)) }));
  if (due.length > 0) {
    await updateSealedProfiles(tx, due);
    await recordAudit(deps, tx, { tenantId: undefined, network: undefined }, [
      {
        cause,
        action: "master_key.reseal",
        subject: { type: "master_key", id: keyRing.current.id.toString("hex") },
        after: { account_profiles: due.length },
      },
    ]);
  }
  return { resealed: due.length, last: profiles.length < slice.limit ? undefined : profiles.at(-1) };
}
