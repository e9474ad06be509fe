import type { Database } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import type { Chain, Position, Scan, TokenTransfer } from "../chain.ts";
import type { Wallets } from "../custody/wallets.ts";
import { type ChainLease, LeaseLostError } from "../lease.ts";
import type { DepositOwner } from "./deposit.ts";
import {
  type FoundDeposit,
  finaliseDeposits,
  forgetDeposits,
  insertDeposits,
  moveCursor,
  selectCursor,
  selectOwnTransactions,
  selectWaitingTenants,
  takeFinalDeposits,
} from "./store.ts";

export interface ScanDeps {
  readonly chain: Chain;
  readonly database: Database;
  readonly clock: Clock;
  readonly lease: ChainLease;
  readonly wallets: Pick<Wallets, "find" | "page">;
  readonly owner: DepositOwner;
  readonly report: (report: DepositReport) => void;
  readonly onError: (error: unknown) => void;
  /** Where tests stop the scanner; between any two of these a process may be killed. */
  readonly checkpoint?: (point: ScanCheckpoint) => Promise<void>;
}

export const scanCheckpoints = ["looked", "noted", "credited"] as const;
export type ScanCheckpoint = (typeof scanCheckpoints)[number];

export interface DepositReport {
  readonly type: "seen" | "forgotten" | "credited";
  readonly count: number;
}

/** numeric(38,0) in the database; a contract may say anything, and nobody has as much. */
const maxUnits = 10n ** 38n - 1n;
const holdersAtOnce = 1_000;
const creditsAtOnce = 200;

/**
 * One look at the chain. The blocks that are not final are looked at again each time, so what a reorganisation took away
 * is forgotten; the cursor moves over final blocks only, so each deposit is credited once.
 */
export async function scanDeposits(deps: ScanDeps): Promise<boolean> {
  const { chain, database, checkpoint = () => Promise.resolve() } = deps;
  const from = await selectCursor(database, chain.key);
  const scan = await lookAt(deps, from);
  const found = await custodialOnes(deps, scan.transfers);
  await checkpoint("looked");
  const hasMoved = await note(deps, from, scan, found);
  await checkpoint("noted");
  const credited = await creditFinal(deps);
  await checkpoint("credited");
  return hasMoved || credited > 0;
}

/** A chain that is scanned by holder is asked for some at a time; all answers together end where the first one did. */
async function lookAt(
  { chain, database, owner, wallets }: ScanDeps,
  after: Position | undefined,
): Promise<Scan> {
  const contracts = await owner.contracts(database, chain.key);
  if (!chain.scansByHolder) return chain.scan({ after, contracts, holders: [] });
  const place = { network: chain.key.network, family: chain.family };
  let scan: Scan | undefined;
  let afterIndex = -1;
  for (;;) {
    const page = await wallets.page(database, place, { afterIndex, limit: holdersAtOnce });
    const next = await chain.scan({ after, contracts, holders: page.map(({ address }) => address) });
    scan = scan === undefined ? next : joined(scan, next);
    afterIndex = page.at(-1)?.keyIndex ?? afterIndex;
    if (page.length < holdersAtOnce) return scan;
  }
}

function joined(earlier: Scan, later: Scan): Scan {
  const final = earlier.final.height < later.final.height ? earlier.final : later.final;
  const { head } = earlier.head < later.head ? earlier : later;
  const transfers = [...earlier.transfers, ...later.transfers].filter(({ height }) => height <= head);
  return { final, head, transfers };
}

/** Transfers to wallets of ours from outside; what we did ourselves is credited where it was done. */
async function custodialOnes(
  { chain, database, wallets }: ScanDeps,
  transfers: readonly TokenTransfer[],
): Promise<readonly FoundDeposit[]> {
  const incoming = transfers.filter(hasReceiver);
  if (incoming.length === 0) return [];
  const place = { network: chain.key.network, family: chain.family };
  const parties = new Set(incoming.flatMap(({ from, to }) => (from === undefined ? [to] : [from, to])));
  const held = await wallets.find(database, place, [...parties]);
  const byAddress = new Map(held.map((wallet) => [wallet.address, wallet]));
  const toUs = incoming.flatMap((transfer) => {
    const wallet = byAddress.get(transfer.to);
    return wallet === undefined || transfer.units === 0n || transfer.units > maxUnits
      ? []
      : [{ transfer, tenantId: wallet.tenantId, addressId: wallet.addressId }];
  });
  const ids = [...new Set(toUs.map(({ transfer }) => transfer.transactionId))];
  const own = await selectOwnTransactions(database, chain.key, ids);
  return toUs.filter(({ transfer: { transactionId, from }, tenantId }) => {
    const ours = own.get(transactionId);
    // Nobody moves tokens of a wallet of ours but with a consent that we signed for some work. Within a tenant that work
    // posts both sides; to another tenant it only says that they left.
    const sender = from === undefined ? undefined : byAddress.get(from);
    return ours === undefined ? sender?.tenantId !== tenantId : !ours.isPosted;
  });
}

function hasReceiver(transfer: TokenTransfer): transfer is TokenTransfer & { readonly to: string } {
  return transfer.to !== undefined;
}

async function note(
  { chain, database, clock, lease, report }: ScanDeps,
  from: Position | undefined,
  { final, head }: Scan,
  found: readonly FoundDeposit[],
): Promise<boolean> {
  const noted = await database.transaction(async (tx) => {
    await lease.fence(tx);
    if (!(await moveCursor(tx, chain.key, { from, to: final, now: clock.now() }))) return undefined;
    const forgotten = await forgetDeposits(tx, chain.key, {
      after: from?.height ?? final.height,
      head,
      found,
    });
    const seen = await insertDeposits(tx, chain.key, found, clock.now());
    await finaliseDeposits(tx, chain.key, final.height);
    return { forgotten, seen };
  });
  if (noted === undefined) return false;
  if (noted.seen > 0) report({ type: "seen", count: noted.seen });
  if (noted.forgotten > 0) report({ type: "forgotten", count: noted.forgotten });
  return from === undefined || final.height > from.height;
}

/** Also what an earlier look left, when its process was killed before it came to this. One tenant holds up no other. */
async function creditFinal(deps: ScanDeps): Promise<number> {
  const { chain, database, report, onError } = deps;
  let count = 0;
  for (const tenantId of await selectWaitingTenants(database, chain.key)) {
    try {
      count += await creditTenant(deps, tenantId);
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      onError(error);
    }
  }
  if (count > 0) report({ type: "credited", count });
  return count;
}

function creditTenant(
  { chain, database, clock, lease, owner }: ScanDeps,
  tenantId: TenantId,
): Promise<number> {
  return database.transaction(async (tx) => {
    await lease.fence(tx);
    const now = clock.now();
    const deposits = await takeFinalDeposits(tx, chain.key, { tenantId, limit: creditsAtOnce, now });
    if (deposits.length > 0) await owner.credit(tx, { tenantId, network: chain.key.network }, deposits);
    return deposits.length;
  });
}
