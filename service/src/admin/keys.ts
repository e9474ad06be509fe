import { randomBytes } from "node:crypto";
import { type ResealedCounts, resealStoredKeys, rotateSigningKey as rotate } from "../auth/index.ts";
import { formatInstant } from "../kernel/instant.ts";
import type { AdminContext } from "./open-admin.ts";

const masterKeyBytes = 32;

/** A new key for access tokens; in an emergency it signs at once, and every token signed before ends. */
export async function rotateSigningKey(
  admin: AdminContext,
  { isEmergency }: { readonly isEmergency: boolean },
): Promise<{ readonly kid: string; readonly signsFrom: string }> {
  const deps = { clock: admin.clock, keyRing: await admin.loadKeyRing() };
  const { kid, signsFrom } = await admin.database.transaction((tx) => rotate(deps, tx, { isEmergency }));
  return { kid, signsFrom: formatInstant(signsFrom) };
}

/** Wraps what a previous master key still wraps with the current one. */
export async function resealKeys(admin: AdminContext): Promise<ResealedCounts> {
  const keyRing = await admin.loadKeyRing();
  return admin.database.transaction((tx) => resealStoredKeys(tx, keyRing));
}

/** As `MASTER_KEY` wants it. */
export function generateMasterKey(): string {
  return randomBytes(masterKeyBytes).toString("base64");
}
