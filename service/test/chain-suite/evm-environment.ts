import { randomBytes } from "node:crypto";
import type { Hex } from "viem";
import { encodeFunctionData, getAddress, parseAbi } from "viem/utils";
import type { Chain } from "../../src/chains/chain.ts";
import { createKeystoreSigner } from "../../src/chains/custody/keystore-signer.ts";
import { createEvmChain, signTransaction } from "../../src/chains/evm/evm-chain.ts";
import { createNodePool, type NodePool } from "../../src/chains/node-pool.ts";
import type { KeyRef, KeyRole, Signer } from "../../src/chains/signer.ts";
import { systemClock } from "../../src/kernel/instant.ts";
import { type LocalEvm, startLocalEvm } from "../local-evm.ts";
import type { ChainEnvironment, OutsideTransfer } from "./chain-environment.ts";

/** An EVM chain with manual mining. */
export interface EvmEnvironment extends ChainEnvironment {
  readonly node: LocalEvm;
  /** Calls a contract from an account without any role. */
  sendAsExternalIssuer(call: Call): Promise<void>;
}

interface Call {
  readonly to: string;
  readonly data: Hex;
}

const confirmations = 2;
const authorizationSeconds = 600;
const patientMs = 240_000;
const senderQueues: readonly KeyRole[] = ["gas", "minter", "deployer", "freezer", "external_issuer"];

export async function openEvmEnvironment(started?: LocalEvm): Promise<EvmEnvironment> {
  const node = started ?? (await startLocalEvm());
  await node.setMining(false);
  // Another node keeps what earlier runs left.
  const signer = createKeystoreSigner({
    seed: started === undefined ? new Uint8Array(64).fill(7) : randomBytes(64),
    family: "evm",
  });
  const clock = { aheadMs: 0 };
  const chainOver = (nodes: NodePool): Chain =>
    createEvmChain({
      key: { network: "testnet", chain: "ethereum" },
      nodes,
      chainId: node.chainId,
      signer,
      finality: { confirmations },
      now: () => systemClock.now() + clock.aheadMs,
      authorization: { seconds: authorizationSeconds, runsOutBy: "clock" },
    });
  const chain = chainOver(node.nodes);
  const users = createUsers(chain, signer);
  for (const role of senderQueues) await node.fund(await users.addressOf({ role, index: 0 }));
  return {
    node,
    chain,
    signer,
    nodeUrl: node.url,
    chainThrough: (urls, timeoutMs = patientMs) =>
      chainOver(createNodePool({ urls, timeoutMs, now: () => systemClock.now() })),
    advance: async (blocks) => {
      await node.mine(blocks);
      // Authorizations (EIP-3009) expire as well; the chain itself uses the system time.
      clock.aheadMs += authorizationSeconds * 1_000;
    },
    reorganise: () => node.reorganize(1, "dropped"),
    newHolder: () => users.next("custody"),
    newOutsideAddress: async () => (await users.next("external_issuer")).address,
    outsideTransfer: (transfer) =>
      sendAs({ node, chain, signer }, users.find(transfer.from), encodeTransfer(transfer)),
    sendAsExternalIssuer: async (call) =>
      sendAs({ node, chain, signer }, await users.next("external_issuer"), call),
    close: () => node.close(),
  };
}

interface User {
  readonly address: string;
  readonly key: KeyRef;
}

interface Users {
  addressOf(key: KeyRef): Promise<string>;
  next(role: KeyRole): Promise<User>;
  find(address: string): User;
}

function createUsers(chain: Chain, signer: Signer): Users {
  const keys = new Map<string, KeyRef>();
  const addressOf = async (key: KeyRef): Promise<string> => chain.addressOf(await signer.publicKey(key));
  return {
    addressOf,
    next: async (role) => {
      // The first key of each role is a sender queue.
      const key = { role, index: keys.size + 1 };
      const address = await addressOf(key);
      keys.set(address, key);
      return { address, key };
    },
    find: (address) => {
      const key = keys.get(address);
      if (key === undefined) throw new Error(`no key for ${address}`);
      return { address, key };
    },
  };
}

const erc20 = parseAbi(["function transfer(address to, uint256 value) returns (bool)"]);

function encodeTransfer({ contract, to, units }: OutsideTransfer): Call {
  const args = [getAddress(to), units] as const;
  return { to: contract, data: encodeFunctionData({ abi: erc20, functionName: "transfer", args }) };
}

interface Sending {
  readonly node: LocalEvm;
  readonly chain: Chain;
  readonly signer: Signer;
}

/** An ordinary transaction in its own block, paid by its sender. */
async function sendAs({ node, chain, signer }: Sending, { key, address }: User, call: Call): Promise<void> {
  await node.fund(address);
  const senderQueue = { key, address, sequence: await chain.nextSequence({ key, address }) };
  const fee = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n };
  const terms = { chainId: node.chainId, senderQueue, gas: 200_000n, fee };
  await chain.broadcast((await signTransaction(signer, call, terms)).bytes);
  await node.mine(1);
}
