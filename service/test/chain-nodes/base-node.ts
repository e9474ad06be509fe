import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { encodeFunctionData, getAddress, parseAbi } from "viem/utils";
import { fundSenderQueues } from "../../../sandbox/src/local-chains/fund-sender-queues.ts";
import { localChainId, localConfirmations } from "../../src/chains/local-chains.ts";
import { type LocalEvm, startLocalEvm } from "../local-evm.ts";
import type { ChainNode, ExternalIssuer } from "./chain-node.ts";

/** A local EVM chain in place of base; it supports reorgs. */
export interface BaseNode extends ChainNode {
  readonly local: LocalEvm;
  newExternalIssuer(contract: string): Promise<EvmExternalIssuer>;
}

export interface EvmExternalIssuer extends ExternalIssuer {
  /** A transaction to a contract, signed but not sent. */
  sign(call: { readonly to: string; readonly data: Hex }): Promise<Hex>;
  /** A token payment, signed but not sent. */
  signPayment(to: string, units: bigint): Promise<Hex>;
}

const blockTimeMs = 10;
const fee = { gas: 300_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n };

export async function startBaseNode(): Promise<BaseNode> {
  const local = await startLocalEvm({
    chainId: localChainId({ network: "testnet", chain: "base" }),
    blockTimeMs,
    trailingBlocks: localConfirmations + 1,
  });
  return {
    local,
    nodes: local.nodes,
    environment: {
      CHAIN_TESTNET_BASE_RPC_URLS: local.url,
      CHAIN_TESTNET_BASE_CHAIN_ID: `${local.chainId}`,
      CHAIN_TESTNET_BASE_CONFIRMATIONS: `${localConfirmations}`,
    },
    prepare: (chain, signer) => fundSenderQueues(chain, local.nodes, signer),
    newExternalIssuer: (contract) => createExternalIssuer(local, contract),
    welcome: () => Promise.resolve(),
    setMoving: local.setMining,
    advance: (blocks) => local.mine(blocks),
    close: local.close,
  };
}

const erc20 = parseAbi(["function transfer(address to, uint256 value) returns (bool)"]);

async function createExternalIssuer(local: LocalEvm, contract: string): Promise<EvmExternalIssuer> {
  const account = privateKeyToAccount(generatePrivateKey());
  let nonce = 0;
  await local.fund(account.address);
  const sign: EvmExternalIssuer["sign"] = ({ to, data }) => {
    const transaction = { chainId: local.chainId, nonce, to: getAddress(to), data, ...fee };
    nonce += 1;
    return account.signTransaction(transaction);
  };
  const signPayment: EvmExternalIssuer["signPayment"] = (to, units) => {
    const args = [getAddress(to), units] as const;
    return sign({ to: contract, data: encodeFunctionData({ abi: erc20, functionName: "transfer", args }) });
  };
  return {
    address: account.address,
    sign,
    signPayment,
    pay: async (to, units) => {
      await local.nodes.call("eth_sendRawTransaction", [await signPayment(to, units)]);
    },
  };
}
