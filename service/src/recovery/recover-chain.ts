import type { Chain, Position, SenderQueueAddress, TokenTransfer } from "../chains/chain.ts";
import { selectOwnTransactions, selectScanPosition } from "../chains/deposits/store.ts";
import { chunks } from "../db/settle-or-split.ts";
import type { OpenRestore, RecoveryDeps } from "./recovery-deps.ts";
import { insertEffects, type NewEffect } from "./store.ts";

const marksAtOnce = 50;
const holdersAtOnce = 1_000;

/**
 * Finds our transactions after the scan position of the restored database: mints and burns, and transfers out of
 * custodial addresses, none of which anyone else can make. Waits first until nothing that was sent before can still be
 * included, and until all of it is final.
 */
export async function recoverChain(deps: RecoveryDeps, restore: OpenRestore, chain: Chain): Promise<void> {
  const { database, report } = deps;
  const name = `${chain.key.network}/${chain.key.chain}`;
  const from = await selectScanPosition(database, chain.key);
  if (from === undefined) return report(`${name}: never scanned, nothing to compare`);
  const senders = await sendersOf(deps, chain);
  await untilQuiet(deps, chain, senders);
  const contracts = await deps.contracts(database, chain.key);
  let position: Position = from;
  let found = 0;
  const { height: end } = await chain.head();
  while (position.height < end) {
    const { final, transfers } = await readPage(deps, chain, position, contracts);
    found += await keepEffects(deps, restore, chain, { transfers, until: final.height });
    if (final.height === position.height) await deps.pause();
    position = final;
    report(`${name}: block ${position.height} of ${end}, ${found} of our transactions are new`);
  }
  if (chain.sentBy !== undefined)
    await keepSent(deps, restore, chain, await chain.sentBy(senders, from.height));
}

async function sendersOf({ addressOf }: RecoveryDeps, chain: Chain): Promise<readonly SenderQueueAddress[]> {
  const keys = chain.senderQueues.flatMap(({ role, count }) =>
    Array.from({ length: count }, (_, index) => ({ role, index })),
  );
  return Promise.all(keys.map(async (key) => ({ key, address: await addressOf(chain, key) })));
}

async function untilQuiet(
  { pause, report }: RecoveryDeps,
  chain: Chain,
  senders: readonly SenderQueueAddress[],
): Promise<void> {
  const { height: since } = await chain.head();
  while (!(await chain.isQuiet(senders, since))) {
    report(
      `${chain.key.network}/${chain.key.chain}: transactions sent before may still be included; waiting`,
    );
    await pause();
  }
}

/** A chain that is scanned by holder is read in pages of holders, as far as each of them reached. */
async function readPage(
  { database, wallets }: RecoveryDeps,
  chain: Chain,
  after: Position,
  contracts: readonly string[],
): Promise<{ readonly final: Position; readonly transfers: readonly TokenTransfer[] }> {
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

async function keepEffects(
  deps: RecoveryDeps,
  restore: OpenRestore,
  chain: Chain,
  { transfers, until }: { readonly transfers: readonly TokenTransfer[]; readonly until: bigint },
): Promise<number> {
  const { database, wallets, clock } = deps;
  const final = transfers.filter(({ height }) => height <= until);
  const place = { network: chain.key.network, family: chain.family };
  const addresses = [...new Set(final.flatMap(({ from }) => from ?? []))];
  const custodial = new Set((await wallets.find(database, place, addresses)).map(({ address }) => address));
  const ours = final.filter(({ from, to }) => to === undefined || from === undefined || custodial.has(from));
  const ids = await unknownOf(
    deps,
    chain,
    ours.map(({ transactionId }) => transactionId),
  );
  let count = 0;
  for (const portion of chunks([...ids], marksAtOnce)) {
    const marks = await chain.marksIn(portion);
    const effects = portion.flatMap((reference, at): readonly NewEffect[] => {
      const detail = detailOf(ours.filter(({ transactionId }) => transactionId === reference));
      return marked(marks[at]).map((mark) => ({ mark, reference, detail }));
    });
    await insertEffects(database, restore.id, { ...chain.key, place: chain.key.chain }, effects, clock.now());
    count += portion.length;
  }
  return count;
}

async function keepSent(
  deps: RecoveryDeps,
  restore: OpenRestore,
  chain: Chain,
  sent: readonly string[],
): Promise<void> {
  const { database, clock } = deps;
  for (const portion of chunks([...(await unknownOf(deps, chain, sent))], marksAtOnce)) {
    const marks = await chain.marksIn(portion);
    const effects = portion.flatMap((reference, at) =>
      marked(marks[at]).map((mark) => ({ mark, reference, detail: { movements: [] } })),
    );
    await insertEffects(database, restore.id, { ...chain.key, place: chain.key.chain }, effects, clock.now());
  }
}

/** A transaction of ours without a mark is a difference, too. */
function marked(marks: readonly string[] = []): readonly string[] {
  return marks.length === 0 ? [""] : marks;
}

/** Without those that the database knows: its engine watches them. */
async function unknownOf(
  { database }: RecoveryDeps,
  chain: Chain,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = new Set(transactionIds);
  const known = await selectOwnTransactions(database, chain.key, [...ids]);
  return new Set([...ids].filter((id) => !known.has(id)));
}

function detailOf(transfers: readonly TokenTransfer[]) {
  return {
    movements: transfers.map(({ contract, from, to, units, height }) => ({
      contract,
      from: from ?? null,
      to: to ?? null,
      units: units.toString(),
      height: height.toString(),
    })),
  };
}
