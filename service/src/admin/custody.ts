import { auditChange } from "../audit/index.ts";
import { type ChainFamily, type ChainName, familyOf } from "../chains/chain-name.ts";
import type { WalletDeps } from "../chains/custody/create-wallets.ts";
import { createExternalSigner } from "../chains/custody/external-signer.ts";
import { defaultGasFloors } from "../chains/custody/gas-watch.ts";
import { listRoleAddresses } from "../chains/custody/key-role-addresses.ts";
import { createKeystoreSigner } from "../chains/custody/keystore-signer.ts";
import { type KeyReplacement, replaceKey } from "../chains/custody/replace-key.ts";
import { fingerprintOf, readWords, seedOf } from "../chains/custody/seed-words.ts";
import { openSeed } from "../chains/custody/seeds.ts";
import { skipKeys } from "../chains/custody/skip-keys.ts";
import { selectRoleHolders } from "../chains/custody/store.ts";
import { type CustodyFinding, verifyCustody as verifyFamily } from "../chains/custody/verify-custody.ts";
import type { WalletPlace } from "../chains/custody/wallets.ts";
import type { Signer } from "../chains/signer.ts";
import type { SignerSetting } from "../config/signers.ts";
import type { Network } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { orThrow } from "../kernel/refusal.ts";
import { createKeyProviders } from "../keys/adapters/key-providers.ts";
import { type ProviderKeys, providerKeysOf } from "../startup/provider-keys.ts";
import { allTokens } from "../tokens/index.ts";
import type { AdminContext } from "./open-admin.ts";

/** A platform address and its key role. */
export interface CustodyAddressView {
  readonly family: ChainFamily;
  readonly role: string;
  readonly index: number;
  readonly address: string;
  /** It needs the chain's native token for gas. */
  readonly paysFees: boolean;
  /** Where its key is: `seed`, or a key at a provider such as `pkcs11:florin-minter`. */
  readonly key: string;
}

export interface CustodyVerificationView {
  readonly network: Network;
  readonly family: ChainFamily;
  /** Of the seed that the keys were derived from. */
  readonly fingerprint: string;
  readonly wallets: number;
  readonly roles: number;
  readonly findingCount: number;
  readonly findings: readonly CustodyFindingView[];
}

export interface CustodyFindingView {
  readonly role: string;
  readonly index: number;
  readonly kept: string;
  readonly derived: string;
}

/** The next key index of a chain family. */
export interface NextKeyView {
  readonly family: ChainFamily;
  readonly nextIndex: number;
}

const families = ["evm", "solana", "stellar"] as const satisfies readonly ChainFamily[];

/** The platform's addresses by key role; those that pay fees need to be funded. */
export async function listCustodyAddresses(
  admin: AdminContext,
  network: Network,
): Promise<readonly CustodyAddressView[]> {
  const { bytes } = await openSeed(await admin.loadKeyRing(), admin.database, network);
  const providers = createKeyProviders(admin.config.keyProviders);
  const deps = await custodyFrom(bytes, providerKeysOf(admin.config.signers, providers));
  const views: CustodyAddressView[] = [];
  for (const family of families) {
    const addresses = await listRoleAddresses(deps, admin.database, { network, family });
    views.push(
      ...addresses.map(({ key: { role, index }, address }) => {
        const paysFees = defaultGasFloors[family][role] !== undefined;
        return { family, role, index, address, paysFees, key: keyPlaceOf(admin, { network, family }, role) };
      }),
    );
  }
  await providers.close();
  return views;
}

/** Derives every key again, from the stored seed or a backup mnemonic, and compares the addresses. */
export async function* verifyCustody(
  admin: AdminContext,
  { network, words }: { readonly network: Network; readonly words?: string },
): AsyncGenerator<CustodyVerificationView, void, undefined> {
  const bytes =
    words === undefined
      ? (await openSeed(await admin.loadKeyRing(), admin.database, network)).bytes
      : await seedOf(orThrow(readWords(words)));
  const providers = createKeyProviders(admin.config.keyProviders);
  const deps = await custodyFrom(bytes, providerKeysOf(admin.config.signers, providers));
  const fingerprint = fingerprintOf(bytes);
  for (const family of families) {
    const { findings, ...counts } = await verifyFamily(deps, admin.database, { network, family });
    yield { network, family, fingerprint, ...counts, findings: findings.map(findingView) };
  }
  await providers.close();
}

export interface KeyReplacementRequest {
  readonly network: Network;
  readonly family: ChainFamily;
  readonly role: SignerSetting["role"];
}

/** Accepts the key that the settings name for a role, instead of the one that was used before. */
export async function replaceCustodyKey(
  admin: AdminContext,
  { network, family, role }: KeyReplacementRequest,
): Promise<KeyReplacement> {
  const { bytes } = await openSeed(await admin.loadKeyRing(), admin.database, network);
  const providers = createKeyProviders(admin.config.keyProviders);
  const deps = await custodyFrom(bytes, providerKeysOf(admin.config.signers, providers));
  // Read before the transaction: the provider may be slow.
  await deps.signerOf({ network, family }).publicKey({ role, index: 0 });
  const replaced = await admin.database.transaction(async (tx) => {
    const replacement = await replaceKey(deps, tx, {
      place: { network, family },
      role,
      now: admin.clock.now(),
    });
    await auditChange(admin, tx, {
      cause: admin.cause,
      action: "custody.replace_key",
      of: { tenantId: undefined, network, id: `${network}/${family}/${role}` },
      before: { address: replacement.previous },
      after: { address: replacement.address },
    });
    return replacement;
  });
  await providers.close();
  return replaced;
}

/** The holder of a token's key role on its chain. */
export interface RoleHolderView {
  readonly chain: ChainName;
  readonly token: string;
  readonly role: string;
  readonly address: string | undefined;
  /** Where its key is, as in CustodyAddressView; `external` if Florin does not hold it. */
  readonly key: string;
  readonly seen: string;
}

/** Who holds the key roles of the issued tokens, as the workers last read it from the chains. */
export async function listRoleHolders(
  admin: AdminContext,
  network: Network,
): Promise<readonly RoleHolderView[]> {
  const names = await contractNames(admin, network);
  const holders = await selectRoleHolders(admin.database, { network });
  return holders.map(({ chain, contract, role, address, isPlatform, seenAt }) => ({
    chain,
    token: names.get(`${chain}/${contract}`) ?? contract,
    role,
    address,
    key: isPlatform ? keyPlaceOf(admin, { network, family: familyOf(chain) }, role) : "external",
    seen: formatInstant(seenAt),
  }));
}

async function contractNames(
  { database }: AdminContext,
  network: Network,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for await (const tokens of allTokens.stream(database, { network })) {
    for (const { valueType, deployments } of tokens) {
      for (const deployment of deployments) {
        if (deployment.status === "active")
          names.set(`${deployment.chain}/${deployment.contract}`, valueType);
      }
    }
  }
  return names;
}

function keyPlaceOf({ config }: AdminContext, { network, family }: WalletPlace, role: string): string {
  const signer = config.signers[network].find(
    (setting) => setting.family === family && setting.role === role,
  );
  return signer === undefined ? "seed" : `${signer.key.provider}:${signer.key.keyName}`;
}

/** Skips the next custodial keys, whose addresses may have been assigned before a database backup was restored. */
export async function skipCustodyKeys(
  admin: AdminContext,
  request: { readonly network: Network; readonly count: number },
): Promise<readonly NextKeyView[]> {
  return admin.database.transaction(async (tx) => {
    const next = await skipKeys(tx, request);
    const { network, count } = request;
    await auditChange(admin, tx, {
      cause: admin.cause,
      action: "custody.skip_keys",
      of: { tenantId: undefined, network, id: network },
      after: { count },
    });
    return next;
  });
}

/** Derives keys and addresses from a seed, of which it keeps its own copy. */
export async function custodyFrom(
  seed: Uint8Array,
  providerKeys: ProviderKeys = () => new Map(),
): Promise<WalletDeps> {
  // Loaded on demand: the libraries of three chains are large, and no other command needs them.
  const { addressOf } = await import("./chain-addresses.ts");
  const keystores = {
    evm: createKeystoreSigner({ seed, family: "evm" }),
    solana: createKeystoreSigner({ seed, family: "solana" }),
    stellar: createKeystoreSigner({ seed, family: "stellar" }),
  };
  const signers = new Map<string, Signer>();
  const signerOf: WalletDeps["signerOf"] = ({ network, family }) => {
    const known = signers.get(`${network}/${family}`);
    if (known !== undefined) return known;
    const keys = providerKeys({ network, family });
    const signer = createExternalSigner({ family, keys, keystore: keystores[family] });
    signers.set(`${network}/${family}`, signer);
    return signer;
  };
  return { signerOf, addressOf };
}

function findingView({ key, kept, derived }: CustodyFinding): CustodyFindingView {
  return { role: key.role, index: key.index, kept, derived };
}
