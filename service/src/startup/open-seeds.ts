import { type AuditDeps, auditChange } from "../audit/index.ts";
import { loadOrCreateSeed } from "../chains/custody/seeds.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { Network } from "../kernel/id.ts";

export interface SeedParts extends AuditDeps {
  readonly config: Pick<Config, "profile" | "chains">;
  readonly database: Database;
  readonly keyRing: KeyRing;
}

/** The seed of each network with active chains; undefined for a network whose chains are all off. */
export type Seeds = Readonly<Record<Network, Buffer | undefined>>;

/** Opens the seeds. The local profile creates them automatically; elsewhere the operator has created them before. */
export async function openSeeds(parts: SeedParts, cause: Cause): Promise<Seeds> {
  const { chains } = parts.config;
  const openFor = (network: Network): Promise<Buffer | undefined> => {
    const isOff = chains.names.every((chain) => chains.of({ network, chain }).nodes === "off");
    return isOff ? Promise.resolve(undefined) : openSeed(parts, network, cause);
  };
  return { testnet: await openFor("testnet"), mainnet: await openFor("mainnet") };
}

async function openSeed(parts: SeedParts, network: Network, cause: Cause): Promise<Buffer> {
  const { config, database, keyRing, clock } = parts;
  const recordChange: Parameters<typeof loadOrCreateSeed>[0]["recordChange"] = async (tx, { verb, seed }) => {
    await auditChange(parts, tx, {
      cause,
      action: `wallet_seed.${verb}`,
      of: { tenantId: undefined, network, id: seed.fingerprint },
      after: { network, fingerprint: seed.fingerprint },
    });
  };
  const mayCreate = config.profile === "local";
  const { bytes } = await loadOrCreateSeed(
    { database, keyRing, clock, recordChange },
    { network, mayCreate },
  );
  return bytes;
}
