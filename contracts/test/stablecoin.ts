import { readFile } from "node:fs/promises";
import {
  type Abi,
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  decodeEventLog,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  keccak256,
  type PublicClient,
  pad,
  stringToHex,
  type TransactionReceipt,
} from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { type LocalEvm, startLocalEvm } from "../../service/test/local-evm.ts";
import type { StablecoinArtifact } from "../compile-stablecoin.ts";

/** A stablecoin on a local chain, with one account for each key role and two holders. */
export interface TestStablecoin {
  readonly chain: LocalEvm;
  readonly address: Address;
  readonly users: Readonly<Record<User, PrivateKeyAccount>>;
  /** Block time in seconds, until it is advanced. */
  now(): number;
  passTime(seconds: number): Promise<void>;
  read(name: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Sends a transaction and returns its events by name and arguments; throws if it reverted. */
  send(from: User, name: string, ...args: readonly unknown[]): Promise<readonly TokenEvent[]>;
  /** Returns the name and arguments of the error with which the token reverts. Throws if it does not revert. */
  refusal(from: User, name: string, ...args: readonly unknown[]): Promise<readonly unknown[]>;
  /** Creates a contract and returns the transaction receipt, whether or not it reverted. */
  create(from: User, code: Hex): Promise<TransactionReceipt>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type TokenEvent = readonly [name: string, args: unknown];

const userNames = ["deployer", "admin", "minter", "freezer", "alice", "bob", "relayer", "stranger"] as const;
export type User = (typeof userNames)[number];

export interface TypedArtifact extends StablecoinArtifact {
  readonly abi: Abi;
  readonly deployerAbi: Abi;
  readonly deployerBytecode: Hex;
  readonly implementationBytecode: Hex;
  readonly proxyRuntimeBytecode: Hex;
}

const artifactPlace = new URL("../../service/src/chains/evm/artifact/stablecoin.json", import.meta.url);
export const artifact = JSON.parse(await readFile(artifactPlace, "utf8")) as TypedArtifact;

export const tokenName = "Test Dollar";
export const minterAllowance = 1_000_000n;

/** An on-chain reference from readable text. */
export function ref(text: string): Hex {
  return pad(stringToHex(text), { size: 32, dir: "right" });
}

export async function deployStablecoin(): Promise<TestStablecoin> {
  const chain = await startLocalEvm();
  await chain.setMining(false);
  const users = makeUsers();
  for (const { address } of Object.values(users)) await chain.fund(address);
  const client = createPublicClient({ transport: http(chain.url) });
  let time = 2_000_000_000;

  const transact = async (from: User, call: { to?: Address; data: Hex }): Promise<TransactionReceipt> => {
    const account = users[from];
    const nonce = await client.getTransactionCount({ address: account.address });
    const signed = await account.signTransaction({ ...fees, ...call, chainId: chain.chainId, nonce });
    const hash = await client.sendRawTransaction({ serializedTransaction: signed });
    await chain.mine(1, time);
    return client.getTransactionReceipt({ hash });
  };
  const { receipt, proxy } = await deploy(users, (code) => transact("deployer", { data: code }));
  if (receipt.status !== "success") throw new Error("the deployment reverted");

  return {
    chain,
    address: proxy,
    users,
    now: () => time,
    passTime: async (seconds) => {
      time += seconds;
      await chain.mine(1, time);
    },
    read: (functionName, ...args) =>
      client.readContract({ address: proxy, abi: artifact.abi, functionName, args }),
    send: async (from, functionName, ...args) => {
      const data = encodeFunctionData({ abi: artifact.abi, functionName, args });
      const { status, logs } = await transact(from, { to: proxy, data });
      if (status !== "success") throw new Error(`${functionName} reverted`);
      return logs.map((log) => decodeLog(log));
    },
    refusal: (from, functionName, ...args) =>
      readRefusal(client, { account: users[from], address: proxy, functionName, args }),
    create: (from, data) => transact(from, { data }),
    [Symbol.asyncDispose]: () => chain.close(),
  };
}

const fees = {
  type: "eip1559",
  gas: 8_000_000n,
  maxFeePerGas: 3_000_000_000n,
  maxPriorityFeePerGas: 1n,
} as const;

function makeUsers(): Readonly<Record<User, PrivateKeyAccount>> {
  const make = (name: User) => privateKeyToAccount(keccak256(stringToHex(name)));
  return {
    deployer: make("deployer"),
    admin: make("admin"),
    minter: make("minter"),
    freezer: make("freezer"),
    alice: make("alice"),
    bob: make("bob"),
    relayer: make("relayer"),
    stranger: make("stranger"),
  };
}

async function deploy(
  users: TestStablecoin["users"],
  create: (code: Hex) => Promise<TransactionReceipt>,
): Promise<{ readonly receipt: TransactionReceipt; readonly proxy: Address }> {
  const { admin, minter, freezer, deployer } = users;
  const code = encodeDeployData({
    abi: artifact.deployerAbi,
    bytecode: artifact.deployerBytecode,
    args: [tokenName, "TSTD", admin.address, minter.address, minterAllowance, freezer.address],
  });
  // Both addresses are known before anything is sent.
  const contract = getContractAddress({ from: deployer.address, nonce: 0n });
  return { receipt: await create(code), proxy: getContractAddress({ from: contract, nonce: 2n }) };
}

function decodeLog(log: TransactionReceipt["logs"][number]): TokenEvent {
  const { eventName, args } = decodeEventLog({ abi: artifact.abi, data: log.data, topics: log.topics });
  return [eventName ?? "", args];
}

interface Call {
  readonly account: PrivateKeyAccount;
  readonly address: Address;
  readonly functionName: string;
  readonly args: readonly unknown[];
}

async function readRefusal(client: PublicClient, call: Call): Promise<readonly unknown[]> {
  try {
    await client.simulateContract({ abi: artifact.abi, ...call });
  } catch (error) {
    const reverted =
      error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError);
    if (!(reverted instanceof ContractFunctionRevertedError) || reverted.data === undefined) throw error;
    return [reverted.data.errorName, ...(reverted.data.args ?? [])];
  }
  throw new Error(`${call.functionName} did not revert`);
}
