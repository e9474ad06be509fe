import type { Transaction } from "../db/database.ts";
import { type KeyRing, needsReseal, reseal } from "../kernel/envelope.ts";
import {
  type SealedRow,
  selectSealedServiceKeys,
  selectSealedSigningKeys,
  updateSealedServiceKey,
  updateSealedSigningKey,
} from "./keys-store.ts";
import { signingKeyContext } from "./rotate-signing-key.ts";
import { serviceKeyContext } from "./service-keys.ts";

export interface ResealedCounts {
  readonly signingKeys: number;
  readonly serviceKeys: number;
}

/** Wraps every stored key with the current master key, so that the previous one can be taken out of the configuration. */
export async function resealStoredKeys(tx: Transaction, keyRing: KeyRing): Promise<ResealedCounts> {
  const again = (rows: readonly SealedRow[], contextOf: (name: string) => string): readonly SealedRow[] =>
    rows
      .filter(({ sealed }) => needsReseal(keyRing, sealed))
      .map(({ name, sealed }) => ({ name, sealed: reseal(keyRing, sealed, contextOf(name)) }));
  const signingKeys = again(await selectSealedSigningKeys(tx), signingKeyContext);
  const serviceKeys = again(await selectSealedServiceKeys(tx), serviceKeyContext);
  for (const row of signingKeys) await updateSealedSigningKey(tx, row);
  for (const row of serviceKeys) await updateSealedServiceKey(tx, row);
  return { signingKeys: signingKeys.length, serviceKeys: serviceKeys.length };
}
