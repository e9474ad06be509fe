import type { Session, Transaction } from "../../db/database.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { SenderQueueAddress } from "../chain.ts";
import type { ChainFamily } from "../chain-name.ts";
import { type KeyRef, keyName } from "../signer.ts";
import type { WalletDeps } from "./create-wallets.ts";
import { insertRoles, selectRoles } from "./store.ts";
import type { WalletPlace } from "./wallets.ts";

/** Key roles that exist on every chain of the family. */
const requiredRoles: Readonly<Record<ChainFamily, readonly KeyRef["role"][]>> = {
  evm: ["deployer", "minter", "freezer", "gas"],
  solana: ["deployer", "minter", "freezer", "gas"],
  stellar: ["minter", "freezer", "gas", "channel"],
};

/**
 * Stores key addresses on first use, and verifies them on every later use. Called before anything is signed: a
 * different seed or derivation is rejected before it can do harm.
 */
export async function keepRoleAddresses(
  deps: WalletDeps,
  tx: Transaction,
  { place, keys }: { readonly place: WalletPlace; readonly keys: readonly KeyRef[] },
): Promise<readonly SenderQueueAddress[]> {
  const derived = await deriveAddresses(deps, place, keys);
  await insertRoles(tx, place, derived);
  const kept = new Map((await selectRoles(tx, place)).map((row) => [keyName(row.key), row.address]));
  for (const { key, address } of derived) {
    if (kept.get(keyName(key)) === address) continue;
    throw new RefusalError(
      refuse(
        "conflict",
        `key ${keyName(key)} of ${place.network} ${place.family} derives to ${address}, but the database has ` +
          `${kept.get(keyName(key)) ?? "none"}: the seed does not match this database, or SIGNERS_${place.network.toUpperCase()} ` +
          "names another key; to replace a key, use florin admin custody replace-key",
      ),
    );
  }
  return derived;
}

/** The platform's addresses: those that every family has, and those already used. */
export async function listRoleAddresses(
  deps: WalletDeps,
  session: Session,
  place: WalletPlace,
): Promise<readonly SenderQueueAddress[]> {
  const kept = await selectRoles(session, place);
  const known = new Set(kept.map(({ key }) => keyName(key)));
  const required = requiredRoles[place.family].map((role) => ({ role, index: 0 }));
  const missing = required.filter((key) => !known.has(keyName(key)));
  const all = [...kept, ...(await deriveAddresses(deps, place, missing))];
  return all.toSorted((left, right) => compare(left.key, right.key));
}

export async function deriveAddresses(
  { signerOf, addressOf }: WalletDeps,
  place: WalletPlace,
  keys: readonly KeyRef[],
): Promise<readonly SenderQueueAddress[]> {
  const signer = signerOf(place);
  const addresses: SenderQueueAddress[] = [];
  for (const key of keys) {
    addresses.push({ key, address: addressOf(place.family, await signer.publicKey(key)) });
  }
  return addresses;
}

function compare(left: KeyRef, right: KeyRef): number {
  if (left.role === right.role) return left.index - right.index;
  return left.role < right.role ? -1 : 1;
}
