import type { Chain } from "../../chains/chain.ts";
import type { NodePool } from "../../chains/node-pool.ts";
import type { KeyDuty, Signer } from "../../chains/signer.ts";

const etherOf = (count: bigint): bigint => count * 10n ** 18n;
const lamportsPerSol = 10n ** 9n;
const stroopsPerLumen = 10n ** 7n;

/** What pays for work on a local chain is given away there: those that send get plenty of it, once. */
export async function fundLanes(chain: Chain, nodes: NodePool, signer: Signer): Promise<void> {
  for (const duty of payingDuties[chain.family]) {
    const address = chain.addressOf(await signer.publicKey({ duty, index: 0 }));
    if ((await chain.gasBalance(address)) < plenty[chain.family] / 2n) await give(chain, nodes, address);
  }
}

const payingDuties: Readonly<Record<Chain["family"], readonly KeyDuty[]>> = {
  evm: ["gas", "minter", "deployer", "freezer", "outsider"],
  solana: ["gas"],
  stellar: ["gas"],
};

const plenty: Readonly<Record<Chain["family"], bigint>> = {
  evm: etherOf(1_000n),
  solana: 1_000n * lamportsPerSol,
  stellar: 100_000n * stroopsPerLumen,
};

async function give({ family }: Chain, nodes: NodePool, address: string): Promise<void> {
  const amount = plenty[family];
  switch (family) {
    case "evm":
      await nodes.call("hardhat_setBalance", [address, `0x${amount.toString(16)}`]);
      return;
    case "solana":
      await nodes.call("requestAirdrop", [address, Number(amount)]);
      return;
    case "stellar":
      await nodes.call("florin_fund", { account: address, stroops: amount.toString() });
      return;
  }
}
