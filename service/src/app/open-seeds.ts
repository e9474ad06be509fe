import { recordAudit } from "../audit/index.ts";
import { loadOrCreateSeed } from "../chains/custody/seeds.ts";
import type { Cause } from "../kernel/cause.ts";
import type { Network } from "../kernel/id.ts";
import type { AppParts } from "../startup/app-parts.ts";

export type SeedParts = Pick<AppParts, "config" | "database" | "keyRing" | "clock" | "newId">;

/** The seeds of both networks, opened. The local profile makes them itself; elsewhere a person has made them before. */
export async function openSeeds(parts: SeedParts, cause: Cause): Promise<Readonly<Record<Network, Buffer>>> {
  return {
    testnet: await openSeed(parts, "testnet", cause),
    mainnet: await openSeed(parts, "mainnet", cause),
  };
}

async function openSeed(parts: SeedParts, network: Network, cause: Cause): Promise<Buffer> {
  const { config, database, keyRing, clock } = parts;
  const recordChange: Parameters<typeof loadOrCreateSeed>[0]["recordChange"] = async (tx, { verb, seed }) => {
    await recordAudit(parts, tx, { tenantId: undefined, network }, [
      {
        subject: { type: "wallet_seed", id: seed.fingerprint },
        cause,
        action: `wallet_seed.${verb}`,
        after: { network, fingerprint: seed.fingerprint },
      },
    ]);
  };
  const mayCreate = config.profile === "local";
  const { bytes } = await loadOrCreateSeed(
    { database, keyRing, clock, recordChange },
    { network, mayCreate },
  );
  return bytes;
}
