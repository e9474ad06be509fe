import { type Address, isAddress } from "@solana/kit";
import type { ChainOperation, CheckOutcome, FailureReason, FreezeOperation } from "../chain.ts";
import { uncarried } from "../chain-memo.ts";
import type { NodePool } from "../node-pool.ts";
import type { KeyRef } from "../signer.ts";
import { toAddress } from "./address.ts";
import { decimals } from "./instructions.ts";
import type { NodeAccount } from "./node-responses.ts";
import { isTokenProgram } from "./programs.ts";
import { readAccounts, readMint, readTokenAccount, type TokenAccounts } from "./token-accounts.ts";

export interface CheckDeps {
  readonly nodes: NodePool;
  readonly tokens: TokenAccounts;
  addressOf(key: KeyRef): Promise<Address>;
}

/** Reads all accounts that the operations touch in one batch, and evaluates each operation separately. */
export async function check(
  deps: CheckDeps,
  operations: readonly ChainOperation[],
): Promise<readonly CheckOutcome[]> {
  const places: Places[] = [];
  for (const operation of operations) places.push(await placesOf(deps, operation));
  const addresses = places.flatMap((place) =>
    Object.values(place).filter((address) => address !== undefined),
  );
  const accounts = await readAccounts(deps.nodes, addresses);
  return operations.map((operation, index) => evaluate(operation, places[index] ?? {}, accounts));
}

/** The accounts that an operation depends on. */
interface Places {
  readonly mint?: Address;
  readonly source?: Address;
  readonly destination?: Address;
  /** The owner of the destination account. */
  readonly wallet?: Address;
}

async function placesOf({ tokens, addressOf }: CheckDeps, operation: ChainOperation): Promise<Places> {
  if (operation.kind === "deploy") return { mint: await addressOf(operation.issuer) };
  // An invalid mint address is not found, which fails only this operation.
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

function evaluate(operation: ChainOperation, places: Places, accounts: Accounts): CheckOutcome {
  const account = (place: Address | undefined): NodeAccount | undefined =>
    place === undefined ? undefined : accounts.get(place);
  if (operation.kind === "deploy")
    return account(places.mint) === undefined
      ? passed
      : failed("reference_used", "the token already exists on the chain");

  const mint = readMint(account(places.mint));
  if (mint === undefined) return failed("rejected", "the token does not exist on the chain");
  if (mint.decimals !== decimals) return failed("rejected", `the token has ${mint.decimals} decimals`);
  if (operation.kind === "freeze" || operation.kind === "unfreeze")
    return evaluateFreeze(operation, account(places.source));

  if (mint.isPaused) return failed("paused", "the token is paused");
  const wallet = account(places.wallet);
  if (wallet !== undefined && isTokenProgram(wallet.owner))
    return failed("destination_not_ready", "the destination is a token account, not a wallet address");
  const source = readTokenAccount(account(places.source));
  if (source?.isFrozen === true) return failed("frozen", "the holder is frozen");
  const destination = readTokenAccount(account(places.destination));
  if (destination?.isFrozen === true) return failed("frozen", "the destination is frozen");
  const isSpending = operation.kind === "transfer" || operation.kind === "burn";
  if (isSpending && (source?.units ?? 0n) < operation.units)
    return failed("insufficient_tokens", "the holder has insufficient tokens");
  if (operation.kind === "transfer" && operation.memo === undefined && destination?.requiresMemo === true)
    return failed("memo_required", "the destination requires a memo");
  const detail = uncarried(operation, "text");
  return detail === undefined ? passed : failed("rejected", detail);
}

function evaluateFreeze({ kind }: FreezeOperation, account: NodeAccount | undefined): CheckOutcome {
  const isFrozen = readTokenAccount(account)?.isFrozen ?? false;
  if (kind === "freeze" && isFrozen) return failed("rejected", "the holder is already frozen");
  if (kind === "unfreeze" && !isFrozen) return failed("rejected", "the holder is not frozen");
  return passed;
}

const passed: CheckOutcome = { ok: true };

function failed(reason: FailureReason, detail: string): CheckOutcome {
  return { ok: false, reason, detail };
}
