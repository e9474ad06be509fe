import { readFile } from "node:fs/promises";
import {
  type Abi,
  type Address,
  createPublicClient,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  zeroAddress,
  zeroHash,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import type { Chain } from "../service/src/chains/chain.ts";
import { createKeystoreSigner } from "../service/src/chains/custody/keystore-signer.ts";
import { createEvmChain, signTransaction } from "../service/src/chains/evm/evm-chain.ts";
import type { KeyRole } from "../service/src/chains/signer.ts";
import { systemClock } from "../service/src/kernel/instant.ts";
import { startLocalEvm } from "../service/test/local-evm.ts";
import { runOperation } from "../service/test/run-operation.ts";
import { artifact } from "./test/stablecoin.ts";

const timelock = JSON.parse(await readFile(new URL("./test/timelock.json", import.meta.url), "utf8")) as {
  readonly abi: Abi;
  readonly bytecode: Hex;
};
const delaySeconds = 2n * 86_400n;
const signer = createKeystoreSigner({ seed: new Uint8Array(64).fill(9), family: "evm" });
const issuer = { role: "issuer", index: 0 } as const;

/** A chain with a timelock whose only proposer and executor is the board. */
async function openEnvironment() {
  const node = await startLocalEvm();
  await node.setMining(false);
  const client = createPublicClient({ transport: http(node.url) });
  const board = privateKeyToAccount(generatePrivateKey());
  await node.fund(board.address);
  let time = 2_000_000_000;
  const send = async (call: { readonly to?: Address; readonly data: Hex }) => {
    const nonce = await client.getTransactionCount({ address: board.address });
    const signed = await board.signTransaction({ ...fees, ...call, chainId: node.chainId, nonce });
    const hash = await client.sendRawTransaction({ serializedTransaction: signed });
    await node.mine(1, time);
    return client.getTransactionReceipt({ hash });
  };
  const create = async (data: Hex): Promise<Address> => {
    const { contractAddress } = await send({ data });
    if (contractAddress === null || contractAddress === undefined) throw new Error("the deployment reverted");
    return getAddress(contractAddress);
  };
  const address = await create(
    encodeDeployData({ ...timelock, args: [delaySeconds, [board.address], [board.address], zeroAddress] }),
  );
  return {
    node,
    client,
    create,
    timelock: address,
    /** Proposes a call to a contract, or executes one that was proposed; false if the timelock refuses. */
    act: async (verb: "schedule" | "execute", target: Address, data: Hex): Promise<boolean> => {
      const delay = verb === "schedule" ? [delaySeconds] : [];
      const args = [target, 0n, data, zeroHash, zeroHash, ...delay];
      const call = encodeFunctionData({ abi: timelock.abi, functionName: verb, args });
      return (await send({ to: address, data: call })).status === "success";
    },
    passDelay: async () => {
      time += Number(delaySeconds);
      await node.mine(1, time);
    },
    mine: () => node.mine(1, time),
    signer,
    chain: createEvmChain({
      key: { network: "testnet", chain: "ethereum" },
      nodes: node.nodes,
      chainId: node.chainId,
      signer,
      finality: { confirmations: 1 },
      now: () => systemClock.now(),
      tokenAdmin: address,
    }),
    [Symbol.asyncDispose]: () => node.close(),
  };
}

const fees = {
  type: "eip1559",
  gas: 6_000_000n,
  maxFeePerGas: 3_000_000_000n,
  maxPriorityFeePerGas: 1n,
} as const;

async function addressOf(chain: Chain, role: KeyRole): Promise<string> {
  return chain.addressOf(await signer.publicKey({ role, index: 0 }));
}

const deployment = {
  kind: "deploy",
  reference: "d",
  name: "Test Dollar",
  symbol: "TSTD",
  issuer,
  authority: "platform",
} as const;
const holder = "0x00000000000000000000000000000000000000A1";
const mint = (contract: string, reference: string) =>
  ({ kind: "mint", authority: "platform", reference, contract, issuer, to: holder, units: 5n }) as const;
// ERC-1967: the implementation behind a proxy.
const implementationSlot = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";

test("a token whose admin is a timelock is minted by Florin, and upgraded only after the delay", async () => {
  await using env = await openEnvironment();
  const contract = getAddress(await runOperation(env, deployment));
  await runOperation(env, mint(contract, "m1"));
  expect(await env.chain.roleHolders(contract)).toEqual([
    { role: "deployer", address: env.timelock, isPlatform: false, isExpected: true },
    { role: "minter", address: await addressOf(env.chain, "minter"), isPlatform: true, isExpected: true },
    { role: "freezer", address: await addressOf(env.chain, "freezer"), isPlatform: true, isExpected: true },
  ]);

  const implementation = await env.create(artifact.implementationBytecode);
  const upgrade = encodeFunctionData({
    abi: artifact.abi,
    functionName: "upgradeToAndCall",
    args: [implementation, "0x"],
  });
  const implementationOf = async () =>
    getAddress(
      `0x${(await env.client.getStorageAt({ address: contract, slot: implementationSlot }))?.slice(-40) ?? ""}`,
    );
  const byFlorin = env.client.simulateContract({
    account: getAddress(await addressOf(env.chain, "deployer")),
    address: contract,
    abi: artifact.abi,
    functionName: "upgradeToAndCall",
    args: [implementation, "0x"],
  });
  await expect(byFlorin).rejects.toThrow("OwnableUnauthorizedAccount");
  expect(await env.act("execute", contract, upgrade)).toBe(false);
  expect(await env.act("schedule", contract, upgrade)).toBe(true);
  expect(await env.act("execute", contract, upgrade)).toBe(false);
  expect(await implementationOf()).not.toBe(implementation);

  await env.passDelay();
  expect(await env.act("execute", contract, upgrade)).toBe(true);
  expect(await implementationOf()).toBe(implementation);
  await runOperation(env, mint(contract, "m2"));
  expect(await env.chain.balances(contract, [holder])).toEqual([10n]);
});

test("the admin of an issued token is handed over to a timelock in two steps", async () => {
  await using env = await openEnvironment();
  const own = createEvmChain({
    key: env.chain.key,
    nodes: env.node.nodes,
    chainId: env.node.chainId,
    signer,
    finality: { confirmations: 1 },
    now: () => systemClock.now(),
  });
  const contract = getAddress(await runOperation({ ...env, chain: own }, deployment));
  const admins = async () => (await own.roleHolders(contract))[0];
  const deployer = await addressOf(own, "deployer");
  expect(await admins()).toEqual({ role: "deployer", address: deployer, isPlatform: true, isExpected: true });
  const handOver = encodeFunctionData({
    abi: artifact.abi,
    functionName: "transferOwnership",
    args: [env.timelock],
  });
  const key = { role: "deployer", index: 0 } as const;
  const senderQueue = {
    key,
    address: deployer,
    sequence: await own.nextSequence({ key, address: deployer }),
  };
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = fees;
  const fee = { maxFeePerGas, maxPriorityFeePerGas };
  const terms = { chainId: env.node.chainId, senderQueue, gas, fee };
  await own.broadcast((await signTransaction(signer, { to: contract, data: handOver }, terms)).bytes);
  await env.mine();
  const accept = encodeFunctionData({ abi: artifact.abi, functionName: "acceptOwnership" });
  await env.act("schedule", contract, accept);
  expect(await admins()).toMatchObject({ isPlatform: true });
  await env.passDelay();
  expect(await env.act("execute", contract, accept)).toBe(true);
  // This chain has no configured admin.
  const handedOver = { role: "deployer", address: env.timelock, isPlatform: false, isExpected: false };
  expect(await admins()).toEqual(handedOver);
});
