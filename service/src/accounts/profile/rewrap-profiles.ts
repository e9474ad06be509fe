import { sealedTable } from "../../db/sealed-table.ts";
import { type RewrapDeps, type RewrapOptions, rewrapInBatches } from "../rewrap-in-batches.ts";
import { profileContext } from "./sealed-profile.ts";
import type { ProfileKey } from "./store.ts";

const profiles = sealedTable<ProfileKey>({
  name: "account_profiles",
  key: ["tenantId", "accountId"],
  contextOf: profileContext,
});

/** Rewraps every profile with the current master key. */
export function rewrapProfiles(deps: RewrapDeps, options: RewrapOptions): Promise<number> {
  return rewrapInBatches(deps, profiles, options);
}
