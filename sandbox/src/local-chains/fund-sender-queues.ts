import type { Chain, KeyRole, NodePool, Signer } from "@florin/service/sandbox-ports";

const etherOf = (count: bigint): bigint => count * 10n ** 18n;
const lamportsPerSol = 10n ** 9n;
const stroopsPerLumen = 10n ** 7n;

/** Funds the senders of a local chain with plenty of the native token for fees, once. */
export async function fundSenderQueues(chain: Chain, nodes: NodePool, signer: Signer): Promise<void> {
  for (const role of payingRoles[chain.family]) {
    const address = chain.addressOf(await signer.publicKey({ role, index: 0 }));
    if ((await chain.gasBalance(address)) < plenty[chain.family] / 2n) await give(chain, nodes, address);
  }
}

const payingRoles: Readonly<Record<Chain["family"], readonly KeyRole[]>> = {
  evm: ["gas", "minter", "deployer", "freezer", "external_issuer"],
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
