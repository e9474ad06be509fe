import type { Address } from "@solana/kit";
import type { RoleHolder } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import type { KeyRef } from "../signer.ts";
import { readAccounts, readMint } from "./token-accounts.ts";

interface RoleDeps {
  readonly nodes: NodePool;
  addressOf(key: KeyRef): Promise<Address>;
}

/** The authorities of a mint. Its permanent delegate is the deployer. */
export async function readRoleHolders(deps: RoleDeps, contract: string): Promise<readonly RoleHolder[]> {
  const mint = readMint((await readAccounts(deps.nodes, [contract])).get(contract));
  const authorities = {
    deployer: mint?.permanentDelegate,
    minter: mint?.mintAuthority,
    freezer: mint?.freezeAuthority,
  };
  const holders: RoleHolder[] = [];
  for (const role of ["deployer", "minter", "freezer"] as const) {
    const address = authorities[role];
    const ours = await deps.addressOf({ role, index: 0 });
    const isPlatform = address === ours;
    holders.push({ role, address, isPlatform, isExpected: isPlatform });
  }
  return holders;
}
