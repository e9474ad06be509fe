import { recordAudit } from "../audit/index.ts";
import type { ChainFamily } from "../chains/chain-name.ts";
import type { WalletDeps } from "../chains/custody/create-wallets.ts";
import { defaultGasFloors } from "../chains/custody/gas-watch.ts";
import { listRoleAddresses } from "../chains/custody/key-role-addresses.ts";
import { createKeystoreSigner } from "../chains/custody/keystore-signer.ts";
import { fingerprintOf, readWords, seedOf } from "../chains/custody/seed-words.ts";
import { openSeed } from "../chains/custody/seeds.ts";
import { skipKeys } from "../chains/custody/skip-keys.ts";
import { type CustodyFinding, verifyCustody as verifyFamily } from "../chains/custody/verify-custody.ts";
import type { Network } from "../kernel/id.ts";
import { orThrow } from "../kernel/refusal.ts";
import type { AdminContext } from "./open-admin.ts";

/** A platform address and its key role. */
export interface CustodyAddressView {
  readonly family: ChainFamily;
  readonly role: string;
  readonly index: number;
  readonly address: string;
  /** It needs the chain's native token for gas. */
  readonly paysFees: boolean;
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
  const deps = await custodyFrom(bytes);
  const views: CustodyAddressView[] = [];
  for (const family of families) {
    const addresses = await listRoleAddresses(deps, admin.database, { network, family });
    views.push(
      ...addresses.map(({ key: { role, index }, address }) => {
        return { family, role, index, address, paysFees: defaultGasFloors[family][role] !== undefined };
      }),
    );
  }
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
  const deps = await custodyFrom(bytes);
  const fingerprint = fingerprintOf(bytes);
  for (const family of families) {
    const { findings, ...counts } = await verifyFamily(deps, admin.database, { network, family });
    yield { network, family, fingerprint, ...counts, findings: findings.map(findingView) };
  }
}

/** Skips the next custodial keys, whose addresses may have been assigned before a database backup was restored. */
export async function skipCustodyKeys(
  admin: AdminContext,
  request: { readonly network: Network; readonly count: number },
): Promise<readonly NextKeyView[]> {
  return admin.database.transaction(async (tx) => {
    const next = await skipKeys(tx, request);
    const { network, count } = request;
    await recordAudit(admin, tx, { tenantId: undefined, network }, [
      {
        cause: admin.cause,
        action: "custody.skip_keys",
        subject: { type: "custody", id: network },
        after: { count },
      },
    ]);
    return next;
  });
}

/** Derives keys and addresses from a seed, of which it keeps its own copy. */
export async function custodyFrom(seed: Uint8Array): Promise<WalletDeps> {
  // Loaded on demand: the libraries of three chains are large, and no other command needs them.
  const { addressOf } = await import("./chain-addresses.ts");
  const signers = {
    evm: createKeystoreSigner({ seed, family: "evm" }),
    solana: createKeystoreSigner({ seed, family: "solana" }),
    stellar: createKeystoreSigner({ seed, family: "stellar" }),
  };
  return { signerOf: ({ family }) => signers[family], addressOf };
}

function findingView({ key, kept, derived }: CustodyFinding): CustodyFindingView {
  return { role: key.role, index: key.index, kept, derived };
}
