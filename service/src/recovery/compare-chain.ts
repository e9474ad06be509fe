import {
  type Chain,
  ChainUnavailableError,
  type PendingNonce,
  type Position,
  type SenderQueueAddress,
  type TokenTransfer,
} from "../chains/chain.ts";
import type { ChainKey } from "../chains/chain-name.ts";
import { selectOwnTransactions, selectScannedChains, selectScanPosition } from "../chains/deposits/store.ts";
import { maxLive } from "../chains/engine/engine-deps.ts";
import { selectLiveSubmissions } from "../chains/engine/submission-store.ts";
import type { NewEffect } from "../db/restores/effect-store.ts";
import { chunks } from "../db/settle-or-split.ts";
import type { CatalogContract, ComparisonDeps } from "./recovery-deps.ts";

export interface ChainComparison {
  /** Waits until nothing that was sent before can still be included, and until all of it is final. */
  readonly waits: boolean;
  readonly keep: (effects: readonly NewEffect[]) => Promise<void>;
}

const marksAtOnce = 50;
const holdersAtOnce = 1_000;

/** Chains with tokens of ours that were scanned before, and that these settings switch off. */
export async function chainsNotCompared({
  database,
  chains,
  contracts,
}: Pick<ComparisonDeps, "database" | "chains" | "contracts">): Promise<readonly string[]> {
  const isOn = (place: ChainKey): boolean =>
    chains.some(({ key }) => key.network === place.network && key.chain === place.chain);
  const names: string[] = [];
  for (const key of await selectScannedChains(database))
    if (!isOn(key) && (await contracts(database, key)).length > 0) names.push(`${key.network}/${key.chain}`);
  return names;
}

/**
 * Finds our transactions after the scan position of the restored database: mints of tokens that the platform issues,
 * and transfers and burns out of custodial addresses. Only our keys can sign them.
 */
export async function compareChain(
  deps: ComparisonDeps,
  chain: Chain,
  { waits, keep }: ChainComparison,
): Promise<void> {
  const { database, report, pause } = deps;
  const name = `${chain.key.network}/${chain.key.chain}`;
  const from = await selectScanPosition(database, chain.key);
  if (from === undefined) return report(`${name}: never scanned, nothing to compare`);
  const isLocal = deps.isLocal(chain);
  const senders = await sendersOf(deps, chain);
  if (waits && !isLocal) await untilQuiet(deps, chain, senders);
  const contracts = await deps.contracts(database, chain.key);
  const { height, finalHeight } = await chain.head();
  // An idle local chain makes no more blocks. What was pending is lost with the process that it ran in.
  const end = waits && !isLocal ? height : finalHeight;
  let found = 0;
  let isOpen = true;
  for (let position: Position = from; isOpen; ) {
    const { final, transfers } = await readPage(deps, chain, position, contracts);
    const effects = await effectsOf(deps, chain, {
      transfers,
      contracts,
      after: position,
      until: final.height,
    });
    await keep(effects);
    found += effects.length;
    report(`${name}: block ${final.height} of ${end}, ${found} of our transactions are new`);
    const isPending = transfers.some((transfer) => transfer.height > final.height);
    isOpen = final.height < end || (waits && isLocal && isPending);
    if (isOpen && final.height === position.height) await pause();
    position = final;
  }
  for await (const ids of chain.sentBy?.(senders, from.height) ?? [])
    await keep(await markedEffects(deps, chain, { ids, contracts, holders: new Set() }, () => detailOf([])));
}

async function sendersOf(
  { addressOf }: ComparisonDeps,
  chain: Chain,
): Promise<readonly SenderQueueAddress[]> {
  const keys = chain.senderQueues.flatMap(({ role, count }) =>
    Array.from({ length: count }, (_, index) => ({ role, index })),
  );
  return Promise.all(keys.map(async (key) => ({ key, address: await addressOf(chain, key) })));
}

/** An hour, with pauses of five seconds. */
const maxPauses = 720;

async function untilQuiet(
  deps: ComparisonDeps,
  chain: Chain,
  senders: readonly SenderQueueAddress[],
): Promise<void> {
  const { pause, report } = deps;
  const name = `${chain.key.network}/${chain.key.chain}`;
  const { height: since } = await chain.head();
  for (let pauses = 0; !(await chain.isQuiet(senders, since)); pauses += 1) {
    if (pauses === maxPauses) {
      const pending = await unknownNonces(deps, chain, senders);
      // The engine offers a higher fee for what the database knows, once it runs.
      if (chain.pendingNonces !== undefined && pending.length === 0) return;
      throw new ChainUnavailableError(waitedText(name, pending));
    }
    report(`${name}: transactions sent before may still be included; waiting`);
    await pause();
  }
}

async function unknownNonces(
  { database }: ComparisonDeps,
  chain: Chain,
  senders: readonly SenderQueueAddress[],
): Promise<readonly PendingNonce[]> {
  const pending = (await chain.pendingNonces?.(senders)) ?? [];
  const live = await selectLiveSubmissions(database, chain.key, maxLive);
  const known = new Set(live.map((row) => `${row.senderRole}/${row.senderIndex}/${row.sequence}`));
  return pending.filter(({ key: { role, index }, sequence }) => !known.has(`${role}/${index}/${sequence}`));
}

function waitedText(name: string, pending: readonly PendingNonce[]): string {
  const nonces = pending.map(({ address, sequence }) => `nonce ${sequence} of ${address}`).join(", ");
  return (
    `${name}: transactions sent before the restore are still pending after an hour${nonces && `: ${nonces}`}. They have ` +
    "their effect whenever they are included. Start the node again to wait for them."
  );
}

interface Page {
  readonly final: Position;
  readonly transfers: readonly TokenTransfer[];
}

/** A chain that is scanned by holder is read in pages of holders, as far as each of them reached. */
async function readPage(
  { database, wallets }: ComparisonDeps,
  chain: Chain,
  after: Position,
  catalog: readonly CatalogContract[],
): Promise<Page> {
  const contracts = catalog.map(({ contract }) => contract);
  if (!chain.scansByHolder) return chain.scan({ after, contracts, holders: [] });
  const place = { network: chain.key.network, family: chain.family };
  const transfers: TokenTransfer[] = [];
  let final: Position | undefined;
  for (let afterIndex = -1; ; ) {
    const page = await wallets.page(database, place, { afterIndex, limit: holdersAtOnce });
    const scan = await chain.scan({ after, contracts, holders: page.map(({ address }) => address) });
    transfers.push(...scan.transfers);
    if (final === undefined || scan.final.height < final.height) final = scan.final;
    afterIndex = page.at(-1)?.keyIndex ?? afterIndex;
    if (page.length < holdersAtOnce) return { final, transfers };
  }
}

export type EffectDeps = Pick<ComparisonDeps, "database" | "wallets">;

/** Of the transfers up to a final block. A transfer of nothing needs no signature of its sender. */
export async function effectsOf(
  deps: EffectDeps,
  chain: Chain,
  read: {
    readonly transfers: readonly TokenTransfer[];
    readonly contracts: readonly CatalogContract[];
    readonly after: Position;
    readonly until: bigint;
  },
): Promise<readonly NewEffect[]> {
  const { database, wallets } = deps;
  const final = read.transfers.filter(({ height, units }) => height <= read.until && units > 0n);
  const place = { network: chain.key.network, family: chain.family };
  const addresses = [...new Set(final.flatMap(({ from, to }) => [from ?? [], to ?? []].flat()))];
  const custodial = new Set((await wallets.find(database, place, addresses)).map(({ address }) => address));
  const minted = new Set(read.contracts.flatMap(({ contract, isIssued }) => (isIssued ? contract : [])));
  const ours = final.filter(({ from, contract }) =>
    from === undefined ? minted.has(contract) : custodial.has(from),
  );
  const toCustody = ({ from, to }: TokenTransfer): boolean =>
    from === undefined && to !== undefined && custodial.has(to);
  return markedEffects(
    deps,
    chain,
    {
      ids: ours.map(({ transactionId }) => transactionId),
      contracts: read.contracts,
      holders: custodial,
    },
    (id) => {
      const transfers = ours.filter(({ transactionId }) => transactionId === id);
      return detailOf(transfers, transfers.some(toCustody) ? read.after : undefined);
    },
  );
}

/** Without transactions that the database knows: its engine watches them. */
async function markedEffects(
  { database }: EffectDeps,
  chain: Chain,
  found: {
    readonly ids: readonly string[];
    readonly contracts: readonly CatalogContract[];
    readonly holders: ReadonlySet<string>;
  },
  describe: (transactionId: string) => object,
): Promise<readonly NewEffect[]> {
  const ids = [...new Set(found.ids)];
  const contracts = found.contracts.map(({ contract }) => contract);
  const known = await selectOwnTransactions(database, chain.key, ids);
  const unknown = ids.filter((id) => !known.has(id));
  const effects: NewEffect[] = [];
  for (const portion of chunks(unknown, marksAtOnce)) {
    const marks = await chain.marksIn(portion, { contracts, holders: found.holders });
    effects.push(
      ...portion.flatMap((reference, at) => {
        const detail = describe(reference);
        return marked(marks[at]).map((mark) => ({ mark, reference, detail }));
      }),
    );
  }
  return effects;
}

/** A transaction of ours without a mark is a difference, too. */
function marked(marks: readonly string[] = []): readonly string[] {
  return marks.length === 0 ? [""] : marks;
}

/** After a mint to a custodial address was adopted, the scanner may have to read it again. */
function detailOf(transfers: readonly TokenTransfer[], scanAfter?: Position): object {
  return {
    ...(scanAfter && { scan_after: { height: scanAfter.height.toString(), hash: scanAfter.hash } }),
    movements: transfers.map(({ contract, from, to, units, height }) => ({
      contract,
      from: from ?? null,
      to: to ?? null,
      units: units.toString(),
      height: height.toString(),
    })),
  };
}
