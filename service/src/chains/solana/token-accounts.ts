import type { Address, Option } from "@solana/kit";
import {
  AccountState,
  type Extension,
  findAssociatedTokenPda,
  getMintDecoder,
  getTokenDecoder,
} from "@solana-program/token-2022";
import type { NodePool } from "../node-pool.ts";
import { toAddress } from "./address.ts";
import { askMany } from "./ask-nodes.ts";
import { maxAccountsInQuestion, multipleAccounts, type NodeAccount } from "./node-responses.ts";
import { isTokenProgram, token2022Program } from "./programs.ts";

/** Derives the associated token account of a holder, one for each token. */
export interface TokenAccounts {
  programOf(mint: Address): Promise<Address>;
  accountOf(mint: Address, owner: Address): Promise<Address>;
}

/** Cached values never change: losing them costs a derivation or a call, nothing else. */
const maxRemembered = 100_000;

export function createTokenAccounts(nodes: NodePool): TokenAccounts {
  const programs = new Map<Address, Address>();
  const accounts = new Map<string, Address>();

  const programOf = async (mint: Address): Promise<Address> => {
    const known = programs.get(mint);
    if (known !== undefined) return known;
    const owner = (await readAccounts(nodes, [mint])).get(mint)?.owner;
    // A mint that does not exist yet will be issued by Florin, or never.
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
      // Only if the program is known: another program would mean another account.
      if (programs.has(mint)) remember(accounts, key, account);
      return account;
    },
  };
}

function remember<K, V>(memory: Map<K, V>, key: K, value: V): void {
  if (memory.size >= maxRemembered) memory.clear();
  memory.set(key, value);
}

/** Existing accounts by address. */
export async function readAccounts(
  nodes: NodePool,
  addresses: Iterable<string>,
  minContextSlot?: bigint,
): Promise<ReadonlyMap<string, NodeAccount>> {
  const unique = [...new Set(addresses)];
  const pages = Array.from({ length: Math.ceil(unique.length / maxAccountsInQuestion) }, (_, page) =>
    unique.slice(page * maxAccountsInQuestion, (page + 1) * maxAccountsInQuestion),
  );
  const results = await askMany(
    nodes,
    pages.map((page) => multipleAccounts(page, minContextSlot)),
  );
  const found = new Map<string, NodeAccount>();
  for (const [page, accounts] of results.entries()) {
    for (const [index, account] of accounts.entries()) {
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
  /** Its owner demands a memo right before each incoming transfer. */
  readonly requiresMemo: boolean;
}

/** Many operations may share an account, so each is decoded once. */
export const readTokenAccount = oncePerAccount(decodeTokenAccount);

function decodeTokenAccount(account: NodeAccount): HeldTokens | undefined {
  if (!isTokenProgram(account.owner)) return undefined;
  const token = tryDecode(() => getTokenDecoder().decode(account.data));
  if (token === undefined || token.state === AccountState.Uninitialized) return undefined;
  return {
    owner: toAddress(token.owner),
    units: token.amount,
    isFrozen: token.state === AccountState.Frozen,
    requiresMemo: extensionsIn(token.extensions).some(
      (extension) => extension.__kind === "MemoTransfer" && extension.requireIncomingTransferMemos,
    ),
  };
}

export interface Mint {
  readonly decimals: number;
  readonly isPaused: boolean;
  readonly mintAuthority: string | undefined;
  readonly freezeAuthority: string | undefined;
  readonly permanentDelegate: string | undefined;
}

export const readMint = oncePerAccount(decodeMint);

function decodeMint(account: NodeAccount): Mint | undefined {
  if (!isTokenProgram(account.owner)) return undefined;
  const mint = tryDecode(() => getMintDecoder().decode(account.data));
  if (mint === undefined || !mint.isInitialized) return undefined;
  const extensions = extensionsIn(mint.extensions);
  const isPaused = extensions.some((extension) => extension.__kind === "PausableConfig" && extension.paused);
  const delegation = extensions.find((extension) => extension.__kind === "PermanentDelegate");
  return {
    decimals: mint.decimals,
    isPaused,
    mintAuthority: authorityIn(mint.mintAuthority),
    freezeAuthority: authorityIn(mint.freezeAuthority),
    permanentDelegate: delegation?.delegate,
  };
}

function extensionsIn(extensions: Option<readonly Extension[]>): readonly Extension[] {
  return extensions.__option === "Some" ? extensions.value : [];
}

function authorityIn(option: Option<Address>): string | undefined {
  return option.__option === "Some" ? option.value : undefined;
}

/** Account data is untrusted: undecodable data is not a token. */
function tryDecode<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

function oncePerAccount<T>(
  decode: (account: NodeAccount) => T | undefined,
): (account: NodeAccount | undefined) => T | undefined {
  const decoded = new WeakMap<NodeAccount, { readonly value: T | undefined }>();
  return (account) => {
    if (account === undefined) return undefined;
    const entry = decoded.get(account) ?? { value: decode(account) };
    decoded.set(account, entry);
    return entry.value;
  };
}
