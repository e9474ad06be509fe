import type { Chain } from "../chains/chain.ts";
import {
  type ChainFamily,
  type ChainKey,
  type ChainName,
  familyOf,
  standardChains,
} from "../chains/chain-name.ts";
import type { ChainRegistry } from "../chains/chain-registry.ts";
import { createWallets, type WalletDeps } from "../chains/custody/create-wallets.ts";
import { createExternalSigner } from "../chains/custody/external-signer.ts";
import { createKeystoreSigner } from "../chains/custody/keystore-signer.ts";
import type { Wallets } from "../chains/custody/wallets.ts";
import type { Witness } from "../chains/deposits/count-votes.ts";
import { parseEvmAddress } from "../chains/evm/address.ts";
import { createEvmChain } from "../chains/evm/evm-chain.ts";
import {
  type LocalChains,
  localChainId,
  localConfirmations,
  localPassphrases,
} from "../chains/local-chains.ts";
import { createNodePool, type NodePool } from "../chains/node-pool.ts";
import type { KeyRole, Signer } from "../chains/signer.ts";
import { withSimulatedFailures } from "../chains/simulated-failures.ts";
import { createSolanaChain } from "../chains/solana/solana-chain.ts";
import { createStellarChain } from "../chains/stellar/create-stellar-chain.ts";
import { type ChainSettings, type ChainsSettings, chainSettingPrefix } from "../config/chains.ts";
import { assert } from "../kernel/assert.ts";
import { type Network, networks } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import type { SigningKey } from "../kernel/signing-key.ts";
import type { ProviderKeys } from "../startup/provider-keys.ts";
import { StartupError } from "../startup/startup-error.ts";

/** Every chain of the deployment with its adapter, RPC nodes and signer. */
export interface Chains extends ChainRegistry {
  readonly wallets: Wallets;
  /** Derives addresses from keys. */
  readonly custody: WalletDeps;
  signerOf(place: { readonly network: Network; readonly family: ChainFamily }): Signer;
  /** Whether the network has a seed, so that custodial addresses can be created. */
  hasKeys(network: Network): boolean;
  nodesOf(key: ChainKey): NodePool;
  /** Each RPC node of a chain, to be queried alone. */
  witnessesOf(key: ChainKey): readonly Witness[];
  isLocal(key: ChainKey): boolean;
}

export interface ChainsOptions {
  readonly settings: ChainsSettings;
  /** 64 bytes for each network with active chains. */
  readonly seeds: Readonly<Record<Network, Uint8Array | undefined>>;
  /** Local chains; when undefined, chains that would run locally have no nodes. */
  readonly local: LocalChains | undefined;
  /** Keys of key roles that are at a provider and not derived from the seed. */
  readonly providerKeys?: ProviderKeys;
  readonly clock: Clock;
  readonly onNodeFailure: (failure: ChainKey & { readonly node: number; readonly error: unknown }) => void;
}

const nodeTimeoutMs = 10_000;
export const stellarChannels = 32;
const horizonTimeoutMs = 10_000;
const localAuthorization = { seconds: 60, runsOutBy: "clock" } as const;

export function createChains(options: ChainsOptions): Chains {
  const signers = new Map<string, Signer>();
  const signerOf: Chains["signerOf"] = ({ network, family }) => {
    const name = `${network}/${family}`;
    const signer = signers.get(name) ?? signerFrom(options, { network, family });
    signers.set(name, signer);
    return signer;
  };
  const made = networks.flatMap((network) =>
    options.settings.names.map((chain) => makeChain(options, { network, chain }, signerOf)),
  );
  const byKey = new Map(made.map((item) => [nameOf(item.chain.key), item]));
  const find = (key: ChainKey): MadeChain => {
    const found = byKey.get(nameOf(key));
    assert(found !== undefined, "every chain has an adapter");
    return found;
  };
  const get = (network: Network, chain: ChainName): Chain => find({ network, chain }).chain;
  const custody: WalletDeps = {
    signerOf,
    addressOf: (family, publicKey) => get("testnet", chainOfFamily(family)).addressOf(publicKey),
  };
  return {
    names: options.settings.names,
    get,
    all: () => made.filter(({ hasNodes }) => hasNodes).map(({ chain }) => chain),
    isOff: (network, chain) => options.settings.of({ network, chain }).nodes === "off",
    signerOf,
    hasKeys: (network) => options.seeds[network] !== undefined,
    nodesOf: (key) => find(key).nodes,
    witnessesOf: (key) => find(key).witnesses,
    isLocal: (key) => options.settings.of(key).nodes === "local",
    custody,
    wallets: createWallets(custody),
  };
}

/** A network without a seed has all its chains off, so its keys are never used. */
function signerFrom(
  { seeds, providerKeys }: ChainsOptions,
  place: { readonly network: Network; readonly family: ChainFamily },
): Signer {
  const { family } = place;
  const seed = seeds[place.network];
  if (seed !== undefined) {
    const keystore = createKeystoreSigner({ seed, family });
    const keys = providerKeys?.(place) ?? new Map<KeyRole, SigningKey>();
    return keys.size === 0 ? keystore : createExternalSigner({ family, keys, keystore });
  }
  const refuse = (): Promise<never> => Promise.reject(new Error("this network has no keys"));
  return { publicKey: refuse, sign: refuse };
}

/** Any chain of the family: they share addresses. */
function chainOfFamily(family: ChainFamily): ChainName {
  const chain = standardChains.find((name) => familyOf(name) === family);
  assert(chain !== undefined, "every family has a chain");
  return chain;
}

interface MadeChain {
  readonly chain: Chain;
  readonly nodes: NodePool;
  readonly witnesses: readonly Witness[];
  readonly hasNodes: boolean;
}

function nameOf({ network, chain }: ChainKey): string {
  return `${network}/${chain}`;
}

function makeChain(options: ChainsOptions, key: ChainKey, signerOf: Chains["signerOf"]): MadeChain {
  const { clock, local } = options;
  const settings = options.settings.of(key);
  const urls = urlsOf(settings, local?.url(key));
  const now = (): number => clock.now();
  const nodes = createNodePool({
    urls,
    timeoutMs: nodeTimeoutMs,
    now,
    onFailure: (failure) => options.onNodeFailure({ ...key, ...failure }),
  });
  const signer = signerOf({ network: key.network, family: familyOf(key.chain) });
  const parts = { key, nodes, signer, now };
  const witnesses = urls.map((url, node): Witness => {
    const pool = createNodePool({ urls: [url], timeoutMs: nodeTimeoutMs, now });
    return { node, host: new URL(url).host, chain: makeAdapter({ ...parts, nodes: pool }, settings, local) };
  });
  const adapter = makeAdapter(parts, settings, local);
  const isSimulated = key.network === "testnet" && settings.nodes === "local";
  const chain = isSimulated ? withSimulatedFailures(adapter) : adapter;
  return { chain, nodes, witnesses, hasNodes: urls.length > 0 };
}

function urlsOf({ nodes }: ChainSettings, localUrl: string | undefined): readonly string[] {
  if (nodes === "off") return [];
  if (nodes !== "local") return nodes;
  return localUrl === undefined ? [] : [localUrl];
}

interface AdapterParts {
  readonly key: ChainKey;
  readonly nodes: NodePool;
  readonly signer: Signer;
  readonly now: () => number;
}

function makeAdapter(parts: AdapterParts, settings: ChainSettings, local: LocalChains | undefined): Chain {
  const { network, chain } = parts.key;
  const isLocal = settings.nodes === "local";
  switch (familyOf(chain)) {
    case "evm":
      return createEvmChain({
        ...parts,
        chainId: (isLocal ? undefined : settings.chainId) ?? localChainId(parts.key),
        finality: finalityOf(settings, isLocal),
        // Local chains mine only when there are transactions, so block time does not follow the clock.
        ...(isLocal ? { authorization: localAuthorization } : {}),
        ...(settings.tokenAdmin === undefined
          ? {}
          : { tokenAdmin: tokenAdminOf(parts.key, settings.tokenAdmin) }),
      });
    case "solana":
      return createSolanaChain({
        ...parts,
        finality: { commitment: "finalized" },
        ...(isLocal || settings.genesisHash === undefined ? {} : { genesisHash: settings.genesisHash }),
      });
    case "stellar": {
      const horizonUrl = isLocal ? local?.horizonUrl(network) : settings.horizonUrl;
      return createStellarChain({
        ...parts,
        passphrase: isLocal ? localPassphrases[network] : (settings.passphrase ?? localPassphrases[network]),
        channels: stellarChannels,
        horizon: horizonUrl === undefined ? undefined : { url: horizonUrl, timeoutMs: horizonTimeoutMs },
      });
    }
  }
}

/** A mistyped administrator could never be corrected: the address must have its checksum (EIP-55). */
function tokenAdminOf(key: ChainKey, text: string): string {
  const name = `${chainSettingPrefix(key)}_TOKEN_ADMIN`;
  const parsed = parseEvmAddress(text);
  if (!parsed.ok) throw new StartupError(`${name} ${parsed.detail}`);
  if (parsed.address === text) return text;
  throw new StartupError(
    `${name} has no checksum; write it as ${parsed.address} if that is the right address`,
  );
}

function finalityOf({ confirmations }: ChainSettings, isLocal: boolean) {
  if (confirmations !== undefined) return { confirmations };
  return isLocal ? { confirmations: localConfirmations } : "finalized";
}
