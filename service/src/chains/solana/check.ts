import { type Address, isAddress } from "@solana/kit";
import type { ChainOperation, CheckVerdict, FailureReason, FreezeOperation } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import type { KeyRef } from "../signer.ts";
import { toAddress } from "./address.ts";
import { decimals } from "./instructions.ts";
import type { NodeAccount } from "./node-answers.ts";
import { isTokenProgram } from "./programs.ts";
import { readAccounts, readMint, readTokenAccount, type TokenAccounts } from "./token-accounts.ts";

export interface CheckDeps {
  readonly nodes: NodePool;
  readonly tokens: TokenAccounts;
  addressOf(key: KeyRef): Promise<Address>;
}

/** All accounts that the operations touch are read together, and each operation is judged by itself. */
export async function check(
  deps: CheckDeps,
  operations: readonly ChainOperation[],
): Promise<readonly CheckVerdict[]> {
  const places: Places[] = [];
  for (const operation of operations) places.push(await placesOf(deps, operation));
  const wanted = places.flatMap((place) => Object.values(place).filter((one) => one !== undefined));
  const accounts = await readAccounts(deps.nodes, wanted);
  return operations.map((operation, index) => judge(operation, places[index] ?? {}, accounts));
}

/** The accounts that decide about an operation. */
interface Places {
  readonly mint?: Address;
  readonly source?: Address;
  readonly destination?: Address;
  /** The wallet behind the destination. */
  readonly wallet?: Address;
}

async function placesOf({ tokens, addressOf }: CheckDeps, operation: ChainOperation): Promise<Places> {
  if (operation.kind === "deploy") return { mint: await addressOf(operation.issuer) };
  // Where there can be no mint, none is found: that is the verdict on this operation, and on no other.
  if (!isAddress(operation.contract)) return {};
  const mint = operation.contract;
  const accountOf = (holder: string): Promise<Address> => tokens.accountOf(mint, toAddress(holder));
  switch (operation.kind) {
    case "mint":
      return { mint, destination: await accountOf(operation.to), wallet: toAddress(operation.to) };
    case "transfer":
      return {
        mint,
        source: await accountOf(operation.from),
        destination: await accountOf(operation.to),
        wallet: toAddress(operation.to),
      };
    case "burn":
      return { mint, source: await accountOf(operation.from) };
    case "freeze":
    case "unfreeze":
      return { mint, source: await accountOf(operation.holder) };
  }
}

type Accounts = ReadonlyMap<string, NodeAccount>;

function judge(operation: ChainOperation, places: Places, accounts: Accounts): CheckVerdict {
  const account = (place: Address | undefined): NodeAccount | undefined =>
    place === undefined ? undefined : accounts.get(place);
  if (operation.kind === "deploy")
    return account(places.mint) === undefined
      ? yes
      : no("reference_used", "the token is on the chain already");

  const mint = readMint(account(places.mint));
  if (mint === undefined) return no("rejected", "there is no such token on the chain");
  if (mint.decimals !== decimals) return no("rejected", `the token counts with ${mint.decimals} decimals`);
  if (operation.kind === "freeze" || operation.kind === "unfreeze")
    return judgeFreeze(operation, account(places.source));

  if (mint.isPaused) return no("paused", "the token is paused");
  const wallet = account(places.wallet);
  if (wallet !== undefined && isTokenProgram(wallet.owner))
    return no("destination_not_ready", "the destination is an account of a token, not a wallet");
  const source = readTokenAccount(account(places.source));
  if (source?.isFrozen === true) return no("frozen", "the holder is frozen");
  if (readTokenAccount(account(places.destination))?.isFrozen === true)
    return no("frozen", "the destination is frozen");
  const isSpending = operation.kind === "transfer" || operation.kind === "burn";
  if (isSpending && (source?.units ?? 0n) < operation.units)
    return no("insufficient_tokens", "the holder has fewer tokens");
  return yes;
}

function judgeFreeze({ kind }: FreezeOperation, account: NodeAccount | undefined): CheckVerdict {
  const isFrozen = readTokenAccount(account)?.isFrozen ?? false;
  if (kind === "freeze" && isFrozen) return no("rejected", "the holder is frozen already");
  if (kind === "unfreeze" && !isFrozen) return no("rejected", "the holder is not frozen");
  return yes;
}

const yes: CheckVerdict = { ok: true };

function no(reason: FailureReason, detail: string): CheckVerdict {
  return { ok: false, reason, detail };
}
