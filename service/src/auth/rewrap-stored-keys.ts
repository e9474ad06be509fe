import { recordAudit } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { needsRewrap, rewrap } from "../kernel/envelope.ts";
import {
  type SealedRow,
  selectSealedServiceKeys,
  selectSealedSigningKeys,
  updateSealedServiceKey,
  updateSealedSigningKey,
} from "./keys-store.ts";
import { type SigningKeyDeps, signingKeyContext } from "./rotate-signing-key.ts";
import { serviceKeyContext } from "./service-keys.ts";

export interface RewrappedCounts {
  readonly signingKeys: number;
  readonly serviceKeys: number;
}

/**
 * Rewraps every stored key with the current master key, so that the previous one can be removed from the configuration.
 */
export async function rewrapStoredKeys(
  deps: SigningKeyDeps,
  tx: Transaction,
  { cause }: { readonly cause: Cause },
): Promise<RewrappedCounts> {
  const { keyRing } = deps;
  const again = (rows: readonly SealedRow[], contextOf: (name: string) => string): readonly SealedRow[] =>
    rows
      .filter(({ sealed }) => needsRewrap(keyRing, sealed))
      .map(({ name, sealed }) => ({ name, sealed: rewrap(keyRing, sealed, contextOf(name)) }));
  const signingKeys = again(await selectSealedSigningKeys(tx), signingKeyContext);
  const serviceKeys = again(await selectSealedServiceKeys(tx), serviceKeyContext);
  for (const row of signingKeys) await updateSealedSigningKey(tx, row);
  for (const row of serviceKeys) await updateSealedServiceKey(tx, row);
  const counts = { signingKeys: signingKeys.length, serviceKeys: serviceKeys.length };
  if (counts.signingKeys + counts.serviceKeys > 0) await recordRewrap(deps, tx, cause, counts);
  return counts;
}

async function recordRewrap(
  deps: SigningKeyDeps,
  tx: Transaction,
  cause: Cause,
  { signingKeys, serviceKeys }: RewrappedCounts,
): Promise<void> {
  await recordAudit(deps, tx, { tenantId: undefined, network: undefined }, [
    {
      cause,
      action: "master_key.rewrap",
      subject: { type: "master_key", id: deps.keyRing.current.id.toString("hex") },
      after: { signing_keys: signingKeys, service_keys: serviceKeys },
    },
  ]);
}
