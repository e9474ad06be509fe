import { type ChainName, familyOf } from "../chains/chain-name.ts";
import type { Transaction } from "../db/database.ts";
import { systemCause } from "../kernel/cause.ts";
import type { BankSimulator } from "../rails/bank-simulator.ts";
import { type MintTestTokensDeps, mintTestTokens } from "../tokens/index.ts";
import { type EnsureTreasuryDeps, ensureTreasury } from "./ensure-treasury.ts";
import { type FundingAccountDeps, requireFundingAccount } from "./funding-account.ts";
import { insertGift, lockGifts, selectGifts } from "./store.ts";
import type { TreasuryPlace, TreasuryScope } from "./treasury.ts";

export interface FundLocalDeps extends EnsureTreasuryDeps, FundingAccountDeps, MintTestTokensDeps {
  /** Undefined if the bank of the network is not a sandbox bank: then no dollars are funded. */
  readonly simulatorOf: (network: TreasuryScope["network"]) => Pick<BankSimulator, "receive"> | undefined;
}

export interface LocalFunds extends TreasuryScope {
  /** Local chains. */
  readonly chains: readonly ChainName[];
}

const testToken = "USDC";
/** A million of each. */
const tokenUnits = 1_000_000n * 10n ** 6n;
const dollarCents = 1_000_000n * 100n;
const bank = "bank";
/** Names the token, so that a treasury that was funded with an earlier test token gets this one, too. */
const tokensOn = (chain: ChainName): string => `${chain}/${testToken}`;
const cause = systemCause("treasury.fund_local");

/**
 * Funds a treasury for local development: test tokens on each local chain, and dollars at the sandbox bank. Each once,
 * however often it is called. False while a chain does not have the test token yet: call again later.
 */
export async function fundLocalTreasury(
  deps: FundLocalDeps,
  tx: Transaction,
  { tenantId, network, chains }: LocalFunds,
): Promise<boolean> {
  const scope = { tenantId, network };
  await lockGifts(tx, scope);
  const given = new Set((await selectGifts(tx, scope)).map(({ place }) => place));
  const missing = chains.filter((chain) => !given.has(tokensOn(chain)));
  const places = await ensureTreasury(deps, tx, scope);
  let isComplete = true;
  for (const chain of missing) {
    const place = places.get(familyOf(chain));
    if (place === undefined || !(await giveTokens(deps, tx, { ...scope, chain, place }))) isComplete = false;
  }
  if (!given.has(bank)) await giveDollars(deps, tx, scope);
  return isComplete;
}

interface GiftedPlace extends TreasuryScope {
  readonly chain: ChainName;
  readonly place: TreasuryPlace;
}

/** The external issuer mints them; they are detected on the chain and credited to the treasury like any deposit. */
async function giveTokens(
  deps: FundLocalDeps,
  tx: Transaction,
  { tenantId, network, chain, place }: GiftedPlace,
): Promise<boolean> {
  const { addressId, address: onChainAddress, keyIndex } = place;
  const minted = await mintTestTokens(deps, tx, {
    tenantId,
    network,
    chain,
    valueType: testToken,
    units: tokenUnits,
    to: { addressId, onChainAddress, keyIndex },
  });
  if (minted === undefined) return false;
  const createdAt = deps.clock.now();
  await insertGift(tx, { tenantId, network, place: tokensOn(chain), reference: minted.workId, createdAt });
  return true;
}

async function giveDollars(deps: FundLocalDeps, tx: Transaction, scope: TreasuryScope): Promise<void> {
  const simulator = deps.simulatorOf(scope.network);
  if (simulator === undefined) return;
  const { accountNumber, memo } = await requireFundingAccount(deps, tx, { ...scope, cause });
  const incomingPayment = {
    system: "wire",
    accountNumber,
    amountCents: dollarCents,
    senderName: "Florin Sandbox",
    reference: memo,
  } as const;
  const reference = await simulator.receive(tx, incomingPayment);
  await insertGift(tx, { ...scope, place: bank, reference, createdAt: deps.clock.now() });
}
