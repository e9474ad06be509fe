import { type Clock, type Shape, shapeOf } from "@florin/service/sandbox-ports";
import Type from "typebox";
import { createBlockMaker } from "./evm-block-maker.ts";
import { type EvmChain, openEvmChain } from "./evm-chain.ts";
import { evmEngineName } from "./evm-engine.ts";
import { countOwedBlocks } from "./evm-history.ts";
import { pendingHashes, pendingNonce } from "./evm-pool.ts";
import { RpcFailure, startRpcServer } from "./rpc-server.ts";

/** A local EVM chain with one node, which behaves like other nodes. */
export interface EvmNode {
  readonly url: string;
  close(): Promise<void>;
}

export interface EvmNodeOptions {
  readonly chainId: number;
  /** Journal for the next start; without it the chain lives in memory, and can be reverted. */
  readonly journalPath?: string;
  /** Any free port by default. */
  readonly port?: number;
  readonly blockTimeMs: number;
  /** Empty blocks after the last transaction; the depth at which a block is final. */
  readonly trailingBlocks: number;
  readonly clock: Clock;
  /** Called after each block, when it can be read. */
  readonly onBlock?: () => void;
  readonly onError?: (error: unknown) => void;
}

export async function startEvmNode(options: EvmNodeOptions): Promise<EvmNode> {
  const chain = await openEvmChain({ chainId: options.chainId, journalPath: options.journalPath });
  try {
    return await serveChain(chain, options);
  } catch (error) {
    await chain.close();
    throw error;
  }
}

async function serveChain(chain: EvmChain, options: EvmNodeOptions): Promise<EvmNode> {
  const { trailingBlocks, clock } = options;
  const engine = { request: chain.ask };
  let finalHeight = Math.max((await chain.head()).height - trailingBlocks, 0);

  const mine = async (timestamp: number): Promise<void> => {
    const { height, transactionCount } = await chain.mine(timestamp);
    // A final block stays final, even if the chain becomes shorter for a while.
    finalHeight = Math.max(finalHeight, height - trailingBlocks);
    const waiting = await pendingHashes(engine);
    blockMaker.blockMade({ transactionCount, waitingCount: waiting.length });
    options.onBlock?.();
  };
  const nowSeconds = (): number => Math.floor(clock.now() / 1000);
  const blockMaker = createBlockMaker({
    blockTimeMs: options.blockTimeMs,
    trailingBlocks,
    makeBlock: () => mine(nowSeconds()),
    onError: options.onError ?? (() => {}),
  });
  const finalBlock = async (): Promise<string> => {
    const { height } = await chain.head();
    return `0x${Math.min(finalHeight, height).toString(16)}`;
  };

  const methods: Readonly<Record<string, Method>> = {
    ...chainMethods(chain),
    web3_clientVersion: async () => `florin-local-evm/${evmEngineName}`,
    eth_sendRawTransaction: async (params) => {
      const hash = await chain.accept(read(oneHex, params)[0]);
      blockMaker.transactionCame();
      return hash;
    },
    evm_mine: async (params) => mine(read(mineParams, params)[0] ?? nowSeconds()),
    florin_setMining: async (params) => blockMaker.setRunning(read(oneBoolean, params)[0]),
    florin_reorganize: async (params) => {
      await chain.reorganize(...read(reorganizeParams, params));
      if ((await pendingHashes(engine)).length > 0) blockMaker.transactionCame();
    },
  };

  const waiting = await pendingHashes(engine);
  const owedBlocks = await countOwedBlocks(engine, trailingBlocks);
  const server = await startRpcServer({
    port: options.port ?? 0,
    handle: (method, params) => handleRequest({ chain, methods, finalBlock }, method, params),
  });
  // After a restart, transactions may still wait for their block or for finality.
  if (waiting.length > 0) blockMaker.transactionCame();
  blockMaker.blocksAreDue(owedBlocks);
  return {
    url: server.url,
    close: async () => {
      blockMaker.stop();
      await server.close();
      await chain.close();
    },
  };
}

type Method = (params: readonly unknown[]) => Promise<unknown>;

const hexText = Type.String({ pattern: "^0x[0-9a-fA-F]*$" });
const hexShape = shapeOf(hexText);
const oneHex = shapeOf(Type.Tuple([hexText]));
const twoHex = shapeOf(Type.Tuple([hexText, hexText]));
const oneBoolean = shapeOf(Type.Tuple([Type.Boolean()]));
const mineParams = shapeOf(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 1 }));
const reorganizeParams = shapeOf(Type.Tuple([Type.Integer({ minimum: 1 }), Type.Enum(["kept", "dropped"])]));

function chainMethods(chain: EvmChain): Readonly<Record<string, Method>> {
  return {
    eth_getTransactionCount: async (params) => {
      const [address, block] = params;
      if (block !== "pending") return chain.ask("eth_getTransactionCount", params);
      return `0x${(await pendingNonce({ request: chain.ask }, read(hexShape, address))).toString(16)}`;
    },
    hardhat_setBalance: (params) => chain.setBalance(...read(twoHex, params)),
    evm_snapshot: async () => `0x${(await chain.snapshot()).toString(16)}`,
    evm_revert: async (params) => {
      await chain.revert(Number(read(oneHex, params)[0]));
      return true;
    },
    net_version: (params) => chain.ask("net_version", params),
  };
}

interface RequestContext {
  readonly chain: EvmChain;
  readonly methods: Readonly<Record<string, Method>>;
  readonly finalBlock: () => Promise<string>;
}

async function handleRequest(
  { chain, methods, finalBlock }: RequestContext,
  name: string,
  params: unknown,
): Promise<unknown> {
  const list = params === undefined ? [] : params;
  if (!Array.isArray(list)) throw new RpcFailure(-32602, "parameters must be an array");
  const resolved = mentionsFinal(list) ? withFinal(list, await finalBlock()) : list;
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method !== undefined) return method(resolved);
  // The node holds no keys; the sender signs.
  if (!name.startsWith("eth_") || name === "eth_sendTransaction")
    throw new RpcFailure(-32601, "the method does not exist or is not available");
  return chain.ask(name, resolved);
}

function read<T>(shape: Shape<T>, value: unknown): T {
  if (shape.is(value)) return value;
  throw new RpcFailure(-32602, "invalid parameters");
}

const finalTags: readonly unknown[] = ["finalized", "safe"];

// The engine treats its latest block as final; the tags are resolved to heights before it sees them.
function mentionsFinal(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(mentionsFinal);
  return finalTags.includes(value);
}

function withFinal(params: readonly unknown[], height: string): readonly unknown[] {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return finalTags.includes(value) ? height : value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
  };
  return params.map(resolve);
}
