import type { Database, Transaction } from "../../db/database.ts";
import { type FencedLease, LeaseLostError } from "../../db/fenced-lease.ts";
import type { TenantId } from "../../kernel/id.ts";
import { type Clock, instantFromMs } from "../../kernel/instant.ts";
import type { Chain, Position, Scan, TokenTransfer } from "../chain.ts";
import type { Wallets } from "../custody/wallets.ts";
import { selectRecovered } from "../engine/recovered-store.ts";
import { confirmByQuorum, type DepositQuorum } from "./confirm-deposits.ts";
import type { DepositOwner } from "./deposit.ts";
import { sumWithoutQuorum } from "./quorum-store.ts";
import {
  type FoundDeposit,
  finaliseDeposits,
  forgetDeposits,
  insertDeposits,
  moveScanPosition,
  selectOwnTransactions,
  selectScanPosition,
  selectWaitingTenants,
  takeFinalDeposits,
} from "./store.ts";

export interface ScanDeps {
  readonly chain: Chain;
  readonly database: Database;
  readonly clock: Clock;
  readonly lease: FencedLease;
  readonly wallets: Pick<Wallets, "find" | "page">;
  readonly owner: DepositOwner;
  readonly quorum: DepositQuorum;
  /** Records transactions of ours that the database does not know, after a restore. */
  readonly recordLate?: (chain: Chain, after: Position, scan: Scan) => Promise<void>;
  readonly report: (report: DepositReport) => void;
  readonly onError: (error: unknown) => void;
  /** Kill points for tests: the process may be killed at any of them. */
  readonly checkpoint?: (point: ScanCheckpoint) => Promise<void>;
}

export const scanCheckpoints = ["looked", "noted", "credited"] as const;
export type ScanCheckpoint = (typeof scanCheckpoints)[number];

export interface DepositReport {
  readonly type: "seen" | "reorged" | "confirmed" | "denied" | "credited";
  readonly count: number;
}

/** numeric(38,0) in the database; a malicious contract may report any amount. */
const maxUnits = 10n ** 38n - 1n;
const holdersAtOnce = 1_000;
const creditsAtOnce = 200;
const dayMs = 86_400_000;

/**
 * One scan of the chain. Blocks that are not final are read again in each scan, so reorged deposits are removed. The
 * scan position advances over final blocks only, so each deposit is credited once.
 */
export async function scanDeposits(deps: ScanDeps): Promise<boolean> {
  const { chain, database, checkpoint = () => Promise.resolve() } = deps;
  const from = await selectScanPosition(database, chain.key);
  const scan = await readChain(deps, from);
  if (from !== undefined) await deps.recordLate?.(chain, from, scan);
  const arrived = await findArrived(deps, scan.transfers);
  await checkpoint("looked");
  const hasMoved = await recordScan(deps, from, scan, arrived);
  await checkpoint("noted");
  const credited = await creditFinal(deps);
  await checkpoint("credited");
  return hasMoved || credited > 0;
}

/**
 * A chain that is scanned by holder is read in pages; the merged scan ends at the lowest block that any page reached.
 */
async function readChain(
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
    scan = scan === undefined ? next : mergeScans(scan, next);
    afterIndex = page.at(-1)?.keyIndex ?? afterIndex;
    if (page.length < holdersAtOnce) return scan;
  }
}

function mergeScans(earlier: Scan, later: Scan): Scan {
  const final = earlier.final.height < later.final.height ? earlier.final : later.final;
  const { head } = earlier.head < later.head ? earlier : later;
  const transfers = [...earlier.transfers, ...later.transfers].filter(({ height }) => height <= head);
  return { final, head, transfers };
}

/** A transfer to a custodial address, possibly sent by Florin. */
interface Arrived extends FoundDeposit {
  /** Of the sender, if its address is custodial, too. */
  readonly senderTenantId: TenantId | undefined;
}

async function findArrived(
  { chain, database, wallets }: ScanDeps,
  transfers: readonly TokenTransfer[],
): Promise<readonly Arrived[]> {
  const incoming = transfers.filter(hasReceiver);
  if (incoming.length === 0) return [];
  const place = { network: chain.key.network, family: chain.family };
  const addresses = new Set(incoming.flatMap(({ from, to }) => (from === undefined ? [to] : [from, to])));
  const custodial = await wallets.find(database, place, [...addresses]);
  const byAddress = new Map(custodial.map((wallet) => [wallet.address, wallet]));
  return incoming.flatMap((transfer) => {
    const wallet = byAddress.get(transfer.to);
    const sender = transfer.from === undefined ? undefined : byAddress.get(transfer.from);
    return wallet === undefined || transfer.units === 0n || transfer.units > maxUnits
      ? []
      : [
          {
            transfer,
            tenantId: wallet.tenantId,
            addressId: wallet.addressId,
            senderTenantId: sender?.tenantId,
          },
        ];
  });
}

/**
 * Transfers that Florin sent are credited by the operation that sent them. Reads after the scan position is locked: an
 * operation that adopts a transaction at the same time rewinds it.
 */
async function selectDeposits(
  { chain }: ScanDeps,
  tx: Transaction,
  arrived: readonly Arrived[],
): Promise<readonly FoundDeposit[]> {
  if (arrived.length === 0) return [];
  const ids = [...new Set(arrived.map(({ transfer }) => transfer.transactionId))];
  const ownTransactions = await selectOwnTransactions(tx, chain.key, ids);
  const recovered = await selectRecovered(tx, chain.key, ids);
  return arrived.filter(({ transfer: { transactionId }, tenantId, senderTenantId }) => {
    const ownTransaction = ownTransactions.get(transactionId);
    // After a restore, the operation that adopts the transaction posts it; until then it is a difference.
    if (recovered.has(transactionId) && ownTransaction === undefined)
      return senderTenantId !== undefined && senderTenantId !== tenantId;
    // Tokens leave a custodial address only with an authorization that Florin signed for an operation. Within a tenant,
    // that operation posts both sides; to another tenant, it posts only the debit.
    return ownTransaction === undefined ? senderTenantId !== tenantId : !ownTransaction.isPosted;
  });
}

function hasReceiver(transfer: TokenTransfer): transfer is TokenTransfer & { readonly to: string } {
  return transfer.to !== undefined;
}

async function recordScan(
  deps: ScanDeps,
  from: Position | undefined,
  { final, head }: Scan,
  arrived: readonly Arrived[],
): Promise<boolean> {
  const { chain, database, clock, lease, report } = deps;
  const recorded = await database.transaction(async (tx) => {
    await lease.fence(tx);
    if (!(await moveScanPosition(tx, chain.key, { from, to: final, now: clock.now() }))) return undefined;
    const found = await selectDeposits(deps, tx, arrived);
    const reorged = await forgetDeposits(tx, chain.key, {
      after: from?.height ?? final.height,
      head,
      found,
    });
    const isAwaited = await awaitingQuorum(deps, tx, found);
    const seen = await insertDeposits(tx, chain.key, { from, found, isAwaited, now: clock.now() });
    await finaliseDeposits(tx, { ...chain.key, height: final.height });
    return { reorged, seen };
  });
  if (recorded === undefined) return false;
  if (recorded.seen > 0) report({ type: "seen", count: recorded.seen });
  if (recorded.reorged > 0) report({ type: "reorged", count: recorded.reorged });
  return from === undefined || final.height > from.height;
}

/**
 * Which deposits need a quorum: those above what one RPC node may report within a day, so that a node cannot split an
 * invented deposit into small ones. Those that an earlier scan has found count twice, which errs on the safe side.
 */
async function awaitingQuorum(
  { chain, clock, quorum }: ScanDeps,
  tx: Transaction,
  found: readonly FoundDeposit[],
): Promise<readonly boolean[]> {
  if (quorum.witnesses.length < 2 || found.length === 0) return found.map(() => false);
  let total = await sumWithoutQuorum(tx, chain.key, instantFromMs(clock.now() - dayMs));
  return found.map(({ transfer }) => {
    const isAbove = total + transfer.units > quorum.aboveUnits;
    if (!isAbove) total += transfer.units;
    return isAbove;
  });
}

/**
 * Includes deposits left over by a scan that was killed before this step. One tenant's failure does not block others.
 */
async function creditFinal(deps: ScanDeps): Promise<number> {
  const { chain, database, report, onError } = deps;
  let count = 0;
  const waiting = await selectWaitingTenants(database, chain.key);
  if (waiting.some(({ isAwaited }) => isAwaited)) await askNodes(deps);
  for (const tenantId of new Set(waiting.map((row) => row.tenantId))) {
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

async function askNodes(deps: ScanDeps): Promise<void> {
  const { confirmed, denied } = await confirmByQuorum(deps, deps.quorum);
  if (confirmed > 0) deps.report({ type: "confirmed", count: confirmed });
  if (denied > 0) deps.report({ type: "denied", count: denied });
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
