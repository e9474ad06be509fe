import { type ChainName, isChainName } from "../chains/chain-name.ts";
import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { type Balance, type LedgerAccount, listBalances, streamBalances } from "../ledger/index.ts";
import { findTreasury, type TreasuryPlaces } from "./find-treasury.ts";
import { selectNewestWithdrawals } from "./store.ts";
import { earnedFees, type TreasuryScope, treasuryDollars } from "./treasury.ts";
import type { Withdrawal } from "./withdrawal.ts";

/** Balances of a treasury, and its deposit instructions. */
export interface TreasuryPicture {
  readonly dollars: Balance;
  /** Fees that were earned, and can be withdrawn. */
  readonly fees: Balance;
  /** Every token that it ever held, by chain. */
  readonly tokens: readonly TokenInventory[];
  /** Deposit addresses for tokens; empty until first needed. */
  readonly places: TreasuryPlaces;
  /** The latest few, newest first. */
  readonly withdrawals: readonly Withdrawal[];
}

export interface TokenInventory {
  readonly chain: ChainName;
  readonly balance: Balance;
}

const withdrawalsShown = 20;

export async function showTreasury(session: Session, scope: TreasuryScope): Promise<TreasuryPicture> {
  const places = await findTreasury(session, scope);
  const withdrawals = await selectNewestWithdrawals(session, scope, withdrawalsShown);
  const [fees = nothingIn(earnedFees)] = await listBalances(session, scope, { kind: "fees" }, { limit: 1 });
  let dollars = nothingIn(treasuryDollars);
  const tokens: TokenInventory[] = [];
  for await (const balances of streamBalances(session, scope, { kind: "treasury" })) {
    for (const balance of balances) {
      if (balance.account.owner === undefined) dollars = balance;
      else tokens.push({ chain: chainOf(balance.account), balance });
    }
  }
  return { dollars, fees, tokens, places, withdrawals };
}

function nothingIn(account: LedgerAccount): Balance {
  const nothing = { units: 0n, asset: account.asset };
  return { account, posted: nothing, held: nothing, available: nothing };
}

function chainOf({ chain = "" }: LedgerAccount): ChainName {
  assert(isChainName(chain), "a token balance has a chain");
  return chain;
}
