import { createHmac } from "node:crypto";
import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { Profile, ReviewFlag } from "../profile.ts";
import { type ProfileKey, selectFlags, selectSealedProfile } from "./store.ts";

// Written into every sealed profile, so that a later build knows what it reads.
const formatVersion = 1;

/** Opens the profile of a managed account. What it answers must not leave the service: see `maskProfile`. */
export async function loadProfile(
  { keyRing }: { readonly keyRing: KeyRing },
  session: Session,
  key: ProfileKey,
): Promise<Profile> {
  const sealed = await selectSealedProfile(session, key);
  assert(sealed !== undefined, "every managed account has a profile");
  return openProfile(keyRing, sealed, key);
}

/** What the review should look at; nothing personal. */
export async function loadReviewFlags(session: Session, key: ProfileKey): Promise<readonly ReviewFlag[]> {
  const flags = await selectFlags(session, key);
  assert(flags !== undefined, "every managed account has a profile");
  return flags;
}

export function sealProfile(keyRing: KeyRing, profile: Profile, key: ProfileKey): Buffer {
  // JSON has no undefined: what is absent is left out, and is absent again after reading.
  const plain = JSON.parse(JSON.stringify({ version: formatVersion, profile })) as Json;
  return seal(keyRing, Buffer.from(canonicalJson(plain)), profileContext(key));
}

/** The envelope vouches for the bytes, so what it holds is what `sealProfile` wrote. */
export function openProfile(keyRing: KeyRing, sealed: Buffer, key: ProfileKey): Profile {
  const text = open(keyRing, sealed, profileContext(key)).toString();
  const { version, profile } = JSON.parse(text) as { readonly version: number; readonly profile: Profile };
  assert(
    version === formatVersion,
    "a profile was written by another build in a form that this one cannot read",
  );
  return profile;
}

export function profileContext({ tenantId, accountId }: ProfileKey): string {
  return `account_profiles/${tenantId}/${accountId}`;
}

/**
 * Finds equal EINs without storing them. The tenant and the network go in too, so equal numbers of two tenants look
 * different.
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
