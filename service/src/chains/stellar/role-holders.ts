import type { RoleHolder } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import type { Signer } from "../signer.ts";
import { readEntries } from "./ledger-entries.ts";
import { stellarAddressOf } from "./stellar-address.ts";
import { assetOf } from "./stellar-asset.ts";

interface RoleDeps {
  readonly nodes: NodePool;
  readonly signer: Signer;
}

/** Weights of the issuing account's signers; see `prepare-transaction.ts`. */
const weights = { deployer: 4, minter: 2, freezer: 1 } as const;

/** A role belongs to the signers with at least its weight. Ours is named if it is one of them. */
export async function readRoleHolders(
  { nodes, signer }: RoleDeps,
  contract: string,
): Promise<readonly RoleHolder[]> {
  const issuer = assetOf(contract).getIssuer();
  const entries = await readEntries(nodes, { accounts: [issuer], trustlines: [] });
  const signers = entries.signers(issuer);
  const holders: RoleHolder[] = [];
  for (const role of ["deployer", "minter", "freezer"] as const) {
    const ours = stellarAddressOf(await signer.publicKey({ role, index: 0 }));
    const able = signers.filter(({ weight }) => weight >= weights[role]);
    const isPlatform = able.some(({ address }) => address === ours);
    const address = isPlatform ? ours : able.find(({ weight }) => weight === weights[role])?.address;
    holders.push({ role, address, isPlatform, isExpected: isPlatform });
  }
  return holders;
}
