import type { Transaction } from "../../db/database.ts";
import type { Instant } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { type KeyRole, keyName } from "../signer.ts";
import type { WalletDeps } from "./create-wallets.ts";
import { deriveAddresses } from "./key-role-addresses.ts";
import { countInFlight, insertReplacement, selectRoles } from "./store.ts";
import type { WalletPlace } from "./wallets.ts";

export interface KeyReplacement {
  readonly previous: string;
  readonly address: string;
}

/**
 * Accepts the key that is configured for a role now instead of the one that was used before. Its next nonce comes from the
 * chain, so nothing of the earlier key may be in flight.
 */
export async function replaceKey(
  deps: WalletDeps,
  tx: Transaction,
  { place, role, now }: { readonly place: WalletPlace; readonly role: KeyRole; readonly now: Instant },
): Promise<KeyReplacement> {
  const key = { role, index: 0 };
  const name = `key ${keyName(key)} of ${place.network} ${place.family}`;
  const roles = await selectRoles(tx, place);
  const previous = roles.find((stored) => keyName(stored.key) === keyName(key))?.address;
  if (previous === undefined) throw conflict(`${name} has not been used yet, so there is nothing to replace`);
  const [derived] = await deriveAddresses(deps, place, [key]);
  const address = derived?.address ?? previous;
  if (address === previous) {
    throw conflict(
      `${name} is ${address} already; configure the new key first, in SIGNERS_${place.network.toUpperCase()}`,
    );
  }
  const inFlight = await countInFlight(tx, place, key);
  if (inFlight > 0) {
    throw conflict(
      `${name} has ${inFlight} transactions in flight; wait until they are final, and stop the workers`,
    );
  }
  await insertReplacement(tx, place, { key, address, at: now });
  return { previous, address };
}

function conflict(detail: string): RefusalError {
  return new RefusalError(refuse("conflict", detail));
}
