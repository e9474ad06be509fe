import { recordAudit } from "../audit/index.ts";
import type { ChainFamily } from "../chains/chain-name.ts";
import type { WalletDeps } from "../chains/custody/create-wallets.ts";
import { listDutyAddresses } from "../chains/custody/duty-addresses.ts";
import { defaultGasFloors } from "../chains/custody/gas-watch.ts";
import { createKeystoreSigner } from "../chains/custody/keystore-signer.ts";
import { fingerprintOf, readWords, seedOf } from "../chains/custody/seed-words.ts";
import { openSeed } from "../chains/custody/seeds.ts";
import { skipKeys } from "../chains/custody/skip-keys.ts";
import { type CustodyFinding, verifyCustody as verifyFamily } from "../chains/custody/verify-custody.ts";
import type { Network } from "../kernel/id.ts";
import { orThrow } from "../kernel/refusal.ts";
import type { AdminContext } from "./open-admin.ts";

/** An address of the platform's own, and what it is for. */
export interface CustodyAddressView {
  readonly family: ChainFamily;
  readonly duty: string;
  readonly index: number;
  readonly address: string;
  /** It needs some of the chain's own coin. */
  readonly paysFees: boolean;
}

export interface CustodyVerificationView {
  readonly network: Network;
  readonly family: ChainFamily;
  /** Of the seed that keys were derived from. */
  readonly fingerprint: string;
  readonly wallets: number;
  readonly duties: number;
  readonly findingCount: number;
  readonly findings: readonly CustodyFindingView[];
}

export interface CustodyFindingView {
  readonly duty: string;
  readonly index: number;
  readonly kept: string;
  readonly derived: string;
}

/** The index that the next wallet of a family will have. */
export interface NextKeyView {
  readonly family: ChainFamily;
  readonly nextIndex: number;
}

const families = ["evm", "solana", "stellar"] as const satisfies readonly ChainFamily[];

/** The addresses that mint, freeze, pay fees and so on: some of them need to be funded. */
export async function listCustodyAddresses(
  admin: AdminContext,
  network: Network,
): Promise<readonly CustodyAddressView[]> {
  const { bytes } = await openSeed(await admin.loadKeyRing(), admin.database, network);
  const deps = await custodyFrom(bytes);
  const views: CustodyAddressView[] = [];
  for (const family of families) {
    const addresses = await listDutyAddresses(deps, admin.database, { network, family });
    views.push(
      ...addresses.map(({ key: { duty, index }, address }) => {
        return { family, duty, index, address, paysFees: defaultGasFloors[family][duty] !== undefined };
      }),
    );
  }
  return views;
}

/** Derives every key again, from the seed in the database or from the words of a backup, and compares addresses. */
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

/** Leaves out the next custodial keys, whose addresses may have been given away before a backup was restored. */
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

/** What derives keys and addresses from a seed; it keeps a copy of its own. */
export async function custodyFrom(seed: Uint8Array): Promise<WalletDeps> {
  // The libraries of three chains are large, and every other command does without them.
  const { addressOf } = await import("./chain-addresses.ts");
  const signers = {
    evm: createKeystoreSigner({ seed, family: "evm" }),
    solana: createKeystoreSigner({ seed, family: "solana" }),
    stellar: createKeystoreSigner({ seed, family: "stellar" }),
  };
  return { signerOf: ({ family }) => signers[family], addressOf };
}

function findingView({ key, kept, derived }: CustodyFinding): CustodyFindingView {
  return { duty: key.duty, index: key.index, kept, derived };
}
