import {
  type ResealDeps,
  type ResealOptions,
  resealInBatches,
  type SealedTable,
} from "../reseal-in-batches.ts";
import { profileContext } from "./sealed-profile.ts";
import { lockProfilesAfter, type SealedProfile, updateSealedProfiles } from "./store.ts";

const profiles: SealedTable<SealedProfile> = {
  name: "account_profiles",
  contextOf: profileContext,
  lockAfter: lockProfilesAfter,
  update: updateSealedProfiles,
};

/** Wraps every profile with the current master key. */
export function resealProfiles(deps: ResealDeps, options: ResealOptions): Promise<number> {
  return resealInBatches(deps, profiles, options);
}
