import type { Session, Transaction } from "../../db/database.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { LaneAddress } from "../chain.ts";
import type { ChainFamily } from "../chain-name.ts";
import { type KeyRef, keyName } from "../signer.ts";
import type { WalletDeps } from "./create-wallets.ts";
import { insertDuties, selectDuties } from "./duty-store.ts";
import type { WalletPlace } from "./wallets.ts";

/** The keys of which there is one on each chain of the family, whatever else there is. */
const standingDuties: Readonly<Record<ChainFamily, readonly KeyRef["duty"][]>> = {
  evm: ["deployer", "minter", "freezer", "gas"],
  solana: ["deployer", "minter", "freezer", "gas"],
  stellar: ["minter", "freezer", "gas", "channel"],
};

/**
 * Keeps the addresses of keys when they are first used, and compares them ever after. Asked before anything is signed:
 * a seed, or a way of deriving, that is not the one from before is refused while it has done no harm.
 */
export async function keepDutyAddresses(
  deps: WalletDeps,
  tx: Transaction,
  { place, keys }: { readonly place: WalletPlace; readonly keys: readonly KeyRef[] },
): Promise<readonly LaneAddress[]> {
  const derived = await deriveAddresses(deps, place, keys);
  await insertDuties(tx, place, derived);
  const kept = new Map((await selectDuties(tx, place)).map((one) => [keyName(one.key), one.address]));
  for (const { key, address } of derived) {
    if (kept.get(keyName(key)) === address) continue;
    throw new RefusalError(
      refuse(
        "conflict",
        `the key ${keyName(key)} of ${place.network} ${place.family} has the address ${address}, and it was ` +
          `${kept.get(keyName(key)) ?? "unknown"} before: the seed is not the one that this database was used with`,
      ),
    );
  }
  return derived;
}

/** The addresses that the platform works with: those that every family has, and those that were used. */
export async function listDutyAddresses(
  deps: WalletDeps,
  session: Session,
  place: WalletPlace,
): Promise<readonly LaneAddress[]> {
  const kept = await selectDuties(session, place);
  const known = new Set(kept.map(({ key }) => keyName(key)));
  const standing = standingDuties[place.family].map((duty) => ({ duty, index: 0 }));
  const more = standing.filter((key) => !known.has(keyName(key)));
  const all = [...kept, ...(await deriveAddresses(deps, place, more))];
  return all.toSorted((left, right) => compare(left.key, right.key));
}

export async function deriveAddresses(
  { signerOf, addressOf }: WalletDeps,
  place: WalletPlace,
  keys: readonly KeyRef[],
): Promise<readonly LaneAddress[]> {
  const signer = signerOf(place);
  const addresses: LaneAddress[] = [];
  for (const key of keys) {
    addresses.push({ key, address: addressOf(place.family, await signer.publicKey(key)) });
  }
  return addresses;
}

function compare(left: KeyRef, right: KeyRef): number {
  if (left.duty === right.duty) return left.index - right.index;
  return left.duty < right.duty ? -1 : 1;
}
