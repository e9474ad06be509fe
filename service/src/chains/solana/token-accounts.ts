import type { Address } from "@solana/kit";
import {
  AccountState,
  findAssociatedTokenPda,
  getMintDecoder,
  getTokenDecoder,
} from "@solana-program/token-2022";
import type { NodePool } from "../node-pool.ts";
import { toAddress } from "./address.ts";
import { askMany } from "./ask-nodes.ts";
import { maxAccountsInQuestion, multipleAccounts, type NodeAccount } from "./node-answers.ts";
import { isTokenProgram, token2022Program } from "./programs.ts";

/** Where the tokens of a holder are: in its associated account of the token, one for each. */
export interface TokenAccounts {
  programOf(mint: Address): Promise<Address>;
  accountOf(mint: Address, owner: Address): Promise<Address>;
}

/** What is remembered of each never changes: forgetting it costs a calculation or a question, nothing else. */
const maxRemembered = 100_000;

export function createTokenAccounts(nodes: NodePool): TokenAccounts {
  const programs = new Map<Address, Address>();
  const accounts = new Map<string, Address>();

  const programOf = async (mint: Address): Promise<Address> => {
    const known = programs.get(mint);
    if (known !== undefined) return known;
    const owner = (await readAccounts(nodes, [mint])).get(mint)?.owner;
    // A mint that is not there yet is going to be one of ours, or nothing at all.
    if (owner === undefined || !isTokenProgram(owner)) return token2022Program;
    remember(programs, mint, owner);
    return owner;
  };

  return {
    programOf,
    accountOf: async (mint, owner) => {
      const key = `${mint} ${owner}`;
      const known = accounts.get(key);
      if (known !== undefined) return known;
      const [account] = await findAssociatedTokenPda({ mint, owner, tokenProgram: await programOf(mint) });
      // Only once the program is known for certain: another program would mean another account.
      if (programs.has(mint)) remember(accounts, key, account);
      return account;
    },
  };
}

function remember<K, V>(memory: Map<K, V>, key: K, value: V): void {
  if (memory.size >= maxRemembered) memory.clear();
  memory.set(key, value);
}

/** The accounts that exist, by their address. */
export async function readAccounts(
  nodes: NodePool,
  addresses: Iterable<string>,
  minContextSlot?: bigint,
): Promise<ReadonlyMap<string, NodeAccount>> {
  const wanted = [...new Set(addresses)];
  const pages = Array.from({ length: Math.ceil(wanted.length / maxAccountsInQuestion) }, (_, page) =>
    wanted.slice(page * maxAccountsInQuestion, (page + 1) * maxAccountsInQuestion),
  );
  const answers = await askMany(
    nodes,
    pages.map((page) => multipleAccounts(page, minContextSlot)),
  );
  const found = new Map<string, NodeAccount>();
  for (const [page, { value }] of answers.entries()) {
    for (const [index, account] of value.entries()) {
      const address = pages[page]?.[index];
      if (address !== undefined && account !== null) found.set(address, account);
    }
  }
  return found;
}

export interface HeldTokens {
  readonly owner: Address;
  readonly units: bigint;
  readonly isFrozen: boolean;
}

export function readTokenAccount(account: NodeAccount | undefined): HeldTokens | undefined {
  if (account === undefined || !isTokenProgram(account.owner)) return undefined;
  const token = tryDecode(() => getTokenDecoder().decode(account.data));
  if (token === undefined || token.state === AccountState.Uninitialized) return undefined;
  return {
    owner: toAddress(token.owner),
    units: token.amount,
    isFrozen: token.state === AccountState.Frozen,
  };
}

export interface Mint {
  readonly decimals: number;
  readonly isPaused: boolean;
}

export function readMint(account: NodeAccount | undefined): Mint | undefined {
  if (account === undefined || !isTokenProgram(account.owner)) return undefined;
  const mint = tryDecode(() => getMintDecoder().decode(account.data));
  if (mint === undefined || !mint.isInitialized) return undefined;
  const extensions = mint.extensions.__option === "Some" ? mint.extensions.value : [];
  const isPaused = extensions.some((one) => one.__kind === "PausableConfig" && one.paused);
  return { decimals: mint.decimals, isPaused };
}

/** Whatever stands in an account was written by others: what cannot be read is not a token. */
function tryDecode<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
