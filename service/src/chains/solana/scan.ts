import { isAddress } from "@solana/kit";
import {
  ChainDisagreementError,
  ChainUnavailableError,
  type Position,
  type Scan,
  type ScanRequest,
  type SenderQueueAddress,
} from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { toAddress } from "./address.ts";
import { ask, askMany } from "./ask-nodes.ts";
import { askWithMemory } from "./call-with-history.ts";
import { findBlock } from "./find-block.ts";
import {
  type Commitment,
  latestBlockhash,
  type NamedSignature,
  position,
  signaturesFor,
  transactionOf,
} from "./node-responses.ts";
import { readAccounts, type TokenAccounts } from "./token-accounts.ts";
import { transfersOf, type Watched } from "./transfers-of.ts";

export interface ScanDeps {
  readonly nodes: NodePool;
  readonly tokens: TokenAccounts;
  readonly finality: Commitment;
  /** Further transactions are left to the next scan. */
  readonly maxTransactions: number;
}

/**
 * Reads the transactions of the holders' token accounts since `after`. Positions are read before the accounts and
 * signatures, which must come from nodes that are at least as far, so that nothing up to `final` is missed.
 */
export async function scan(deps: ScanDeps, request: ScanRequest): Promise<Scan> {
  const { nodes } = deps;
  const { slot, blockhash } = await ask(nodes, latestBlockhash(deps.finality));
  const final = { height: slot, hash: blockhash };
  const { after } = request;
  if (after === undefined) return { final, head: final.height, transfers: [] };
  const unchanged: Scan = { final: after, head: after.height, transfers: [] };
  // A lagging node has nothing new, and need not have the block either.
  if (final.height < after.height) return unchanged;
  await verify(nodes, after);
  if (final.height === after.height) return unchanged;

  const { absoluteSlot: head } = await ask(nodes, position("confirmed"));
  const watched = await watchedAccounts(deps, request, head);
  const named = await signaturesAfter(nodes, [...watched.keys()], after.height, head);
  const { taken, last } = upToLimit(named, deps.maxTransactions);
  const transactions = await askMany(
    nodes,
    taken.map(({ signature }) => transactionOf(signature)),
  );
  const transfers = taken.flatMap(({ signature }, index) =>
    transfersOf(signature, required(transactions[index]), watched),
  );
  if (last === undefined || last >= final.height) return { final, head: last ?? head, transfers };
  return { final: await positionAt(nodes, last), head: last, transfers };
}

/** A mint to an external address touches no account of ours but the one that pays its fee. */
export async function* readSent(
  nodes: NodePool,
  senders: readonly SenderQueueAddress[],
  after: bigint,
): AsyncGenerator<readonly string[]> {
  const { absoluteSlot: head } = await ask(nodes, position("confirmed"));
  const accounts = senders.map(({ address }) => address);
  for await (const named of newSignatures(nodes, accounts, after, head)) {
    const transactions = await askMany(
      nodes,
      named.map(({ signature }) => transactionOf(signature)),
    );
    // Anyone can name our accounts in a transaction; only we can let them pay its fee, as its first account.
    yield named.flatMap(({ signature }, at) => {
      const [payer = ""] = required(transactions[at]).transaction.message.accountKeys;
      return accounts.includes(payer) ? [signature] : [];
    });
  }
}

/** A node that lags behind another one has no transaction for its signature yet. */
function required<T>(transaction: T | null | undefined): T {
  if (transaction === null || transaction === undefined)
    throw new ChainUnavailableError("RPC node does not have a transaction that it reported");
  return transaction;
}

interface Taken<T> {
  readonly taken: readonly T[];
  /** The last slot that was taken completely, if there are more. */
  readonly last: bigint | undefined;
}

/** Oldest first, in whole slots: a scan position is between slots. */
function upToLimit<T extends { readonly slot: bigint }>(named: readonly T[], limit: number): Taken<T> {
  const last = named.length > limit ? named[limit - 1]?.slot : undefined;
  return { taken: last === undefined ? named : named.filter(({ slot }) => slot <= last), last };
}

async function watchedAccounts(
  { nodes, tokens }: ScanDeps,
  request: ScanRequest,
  head: bigint,
): Promise<Watched> {
  const watched = new Map<string, { readonly contract: string; readonly holder: string }>();
  // An invalid contract has no transfers; it must not block the scan of the others.
  for (const contract of request.contracts.filter((text) => isAddress(text)))
    for (const holder of request.holders)
      watched.set(await tokens.accountOf(toAddress(contract), toAddress(holder)), { contract, holder });
  // Most holders hold few tokens: accounts that were never opened are not queried.
  const existing = await readAccounts(nodes, watched.keys(), head);
  return new Map([...watched].filter(([account]) => existing.has(account)));
}

/** Requires a node with the same history as the scanned one; a node that pruned it would leave a gap. */
async function verify(nodes: NodePool, after: Position): Promise<void> {
  await findBlock(nodes, after.height, (block) => {
    if (block === undefined)
      throw new ChainUnavailableError(`RPC node does not retain slot ${after.height}, the scan position`);
    if (block.blockhash !== after.hash)
      throw new ChainDisagreementError(`RPC node has another block in slot ${after.height}`);
  });
}

async function positionAt(nodes: NodePool, slot: bigint): Promise<Position> {
  const block = await findBlock(nodes, slot);
  if (block === undefined) throw new ChainUnavailableError("RPC node does not have a block that it reported");
  return { height: slot, hash: block.blockhash };
}

/** Nodes return signatures newest first. The first page is short, because usually nothing is new. */
const firstPage = 20;
const nextPage = 1000;
const maxPages = 100;

/** The successful transactions that touched these accounts after a slot, each once, oldest first. */
async function signaturesAfter(
  nodes: NodePool,
  accounts: readonly string[],
  after: bigint,
  minContextSlot: bigint,
): Promise<readonly NamedSignature[]> {
  const found = new Map<string, NamedSignature>();
  let pages = 0;
  for await (const page of newSignatures(nodes, accounts, after, minContextSlot)) {
    if (pages === maxPages) throw new ChainUnavailableError("too many new transactions for one scan");
    for (const entry of page) found.set(entry.signature, entry);
    pages += 1;
  }
  return [...found.values()].reverse().sort((a, b) => Number(a.slot - b.slot));
}

/** In pages, newest first. */
async function* newSignatures(
  nodes: NodePool,
  accounts: readonly string[],
  after: bigint,
  minContextSlot: bigint,
): AsyncGenerator<readonly NamedSignature[]> {
  let open: readonly Open[] = accounts.map((account) => ({ account }));
  for (let page = 0; open.length > 0; page += 1) {
    const limit = page === 0 ? firstPage : nextPage;
    const { responses: pages } = await askWithMemory(
      nodes,
      open.map(({ account, ...before }) => signaturesFor(account, { limit, minContextSlot, ...before })),
      // A node does not list pruned signatures, and the scan would skip them.
      after,
    );
    const read = pages.map((list) => list.filter(({ slot }) => slot > after));
    yield read.flat().filter(({ err }) => err === null);
    // Only a full page of new signatures may have more behind it.
    open = open.flatMap(({ account }, index) => {
      const oldest = read[index]?.at(-1);
      return oldest !== undefined && read[index]?.length === limit
        ? [{ account, before: oldest.signature }]
        : [];
    });
  }
}

interface Open {
  readonly account: string;
  readonly before?: string;
}
