import {
  type RewrapDeps,
  type RewrapOptions,
  rewrapInBatches,
  type SealedTable,
} from "../rewrap-in-batches.ts";
import { profileContext } from "./sealed-profile.ts";
import { lockProfilesAfter, type SealedProfile, updateSealedProfiles } from "./store.ts";

const profiles: SealedTable<SealedProfile> = {
  name: "account_profiles",
  contextOf: profileContext,
  lockAfter: lockProfilesAfter,
  update: updateSealedProfiles,
};

/** Rewraps every profile with the current master key. */
export function rewrapProfiles(deps: RewrapDeps, options: RewrapOptions): Promise<number> {
  return rewrapInBatches(deps, profiles, options);
}
