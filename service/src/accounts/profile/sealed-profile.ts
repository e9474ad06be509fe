import { createHmac } from "node:crypto";
import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { Profile, ReviewFlag } from "../profile.ts";
import { profileContext } from "../tables.ts";
import { type ProfileKey, selectFlags, selectSealedProfile } from "./store.ts";

// Format version, included in every sealed profile.
const formatVersion = 1;

/** Opens the profile of a managed account. The result must not leave the service unmasked: see `maskProfile`. */
export async function loadProfile(
  { keyRing }: { readonly keyRing: KeyRing },
  session: Session,
  key: ProfileKey,
): Promise<Profile> {
  const profile = await selectSealedProfile(session, key);
  assert(profile !== undefined, "every managed account has a profile");
  return openProfile(keyRing, profile.sealed, key);
}

/** Flags for the review; no personal data. */
export async function loadReviewFlags(session: Session, key: ProfileKey): Promise<readonly ReviewFlag[]> {
  const profile = await selectFlags(session, key);
  assert(profile !== undefined, "every managed account has a profile");
  return profile.flags;
}

export function sealProfile(keyRing: KeyRing, profile: Profile, key: ProfileKey): Buffer {
  // JSON has no undefined: absent values are omitted, and are absent again after parsing.
  const plain = JSON.parse(JSON.stringify({ version: formatVersion, profile })) as Json;
  return seal(keyRing, Buffer.from(canonicalJson(plain)), profileContext(key));
}

/** The envelope authenticates the bytes, so the content is what `sealProfile` wrote. */
export function openProfile(keyRing: KeyRing, sealed: Buffer, key: ProfileKey): Profile {
  const text = open(keyRing, sealed, profileContext(key)).toString();
  const { version, profile } = JSON.parse(text) as { readonly version: number; readonly profile: Profile };
  assert(version === formatVersion, "the profile has a format version that this build does not support");
  return profile;
}

/**
 * Finds equal EINs without storing them. Tenant and network are included, so that equal EINs of two tenants have
 * different values.
 */
export function einIndexOf(
  einIndexKey: Buffer,
  {
    tenantId,
    network,
    ein,
  }: { readonly tenantId: TenantId; readonly network: Network; readonly ein: string },
): Buffer {
  return createHmac("sha256", einIndexKey).update(`${tenantId}/${network}/${ein}`).digest();
}
