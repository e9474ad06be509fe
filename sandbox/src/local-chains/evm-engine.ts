import { shapeOf } from "@florin/service/sandbox-ports";
import type { EdrContext, Provider, ProviderConfig } from "@nomicfoundation/edr";
import Type from "typebox";
import { asNodesSayIt } from "./evm-failure.ts";

/** The EVM: EDR, which is revm with a mempool and a JSON-RPC interface; mining is manual. */
export interface EvmEngine {
  /** Throws an RpcFailure if the engine rejects the request. */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
}

export const evmEngineName = "edr-0.12.1";

// The engine requires one context per process; chains share nothing else.
let sharedContext: Promise<EdrContext> | undefined;

export async function createEvmEngine(chainId: number): Promise<EvmEngine> {
  const edr = await loadEdr();
  sharedContext ??= createContext(edr);
  const context = await sharedContext;
  const provider = await context.createProvider(
    edr.L1_CHAIN_TYPE,
    engineConfig(edr, BigInt(chainId)),
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new edr.ContractDecoder(),
  );
  return { request: (method, params) => call(provider, method, params) };
}

type Edr = typeof import("@nomicfoundation/edr");

async function loadEdr(): Promise<Edr> {
  try {
    return (await import("@nomicfoundation/edr")).default;
  } catch (cause) {
    throw new Error(
      `no local EVM for ${process.platform}-${process.arch}: the package @nomicfoundation/edr is not installed`,
      { cause },
    );
  }
}

async function createContext(edr: Edr): Promise<EdrContext> {
  const context = new edr.EdrContext();
  await context.registerProviderFactory(edr.L1_CHAIN_TYPE, edr.l1ProviderFactory());
  return context;
}

const blockGasLimit = 60_000_000n;
// EIP-7825: the gas limit of a transaction since Osaka.
const transactionGasLimit = 16_777_216n;
// Fixed, because every block hash depends on the genesis block.
const genesisTime = 1_700_000_000n;

function engineConfig(edr: Edr, chainId: bigint): ProviderConfig {
  return {
    chainId,
    networkId: chainId,
    hardfork: edr.OSAKA,
    genesisState: edr.l1GenesisState(edr.l1HardforkFromString(edr.OSAKA)),
    network: {
      genesisBlockGasLimit: blockGasLimit,
      genesisBlockTime: genesisTime,
      genesisBlobGas: { gasUsed: 0n, excessGas: 0n },
    },
    mining: { autoMine: false, blockGasLimit, memPool: { order: edr.MineOrdering.Priority } },
    // Blocks are faster than one per second here; block time must not run ahead of the clock.
    allowBlocksWithSameTimestamp: true,
    allowUnlimitedContractSize: false,
    bailOnCallFailure: true,
    bailOnTransactionFailure: false,
    coinbase: new Uint8Array(20),
    defaultTransactionGasLimit: transactionGasLimit,
    initialBaseFeePerGas: 1_000_000_000n,
    initialParentBeaconBlockRoot: new Uint8Array(32),
    minGasPrice: 0n,
    observability: {},
    ownedAccounts: [],
    precompileOverrides: [],
  };
}

const engineResponse = shapeOf(
  Type.Object({
    result: Type.Optional(Type.Unknown()),
    error: Type.Optional(
      Type.Object({
        code: Type.Number(),
        message: Type.String(),
        data: Type.Optional(Type.Unknown()),
      }),
    ),
  }),
);

async function call(provider: Provider, method: string, params: readonly unknown[]): Promise<unknown> {
  const { data } = await provider.handleRequest(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  const response = engineResponse.read(typeof data === "string" ? JSON.parse(data) : data);
  if (response.error !== undefined) throw asNodesSayIt(response.error);
  return response.result;
}
