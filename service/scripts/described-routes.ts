import { randomBytes } from "node:crypto";
import type { BankLinkProviders } from "../src/addresses/index.ts";
import type { AppParts } from "../src/app/app-parts.ts";
import { createBankLinks } from "../src/app/bank-links.ts";
import { openBanks } from "../src/app/banks.ts";
import { type Chains, createChains } from "../src/app/chains.ts";
import { createMoneyModule, type MoneyModule } from "../src/app/money-module.ts";
import type { Outgoing } from "../src/app/outgoing.ts";
import { composeTokenRoutes } from "../src/app/token-module.ts";
import { createChainWork } from "../src/chains/engine/work-store.ts";
import type { Route } from "../src/http/route.ts";

export const unused = (): never => {
  throw new Error("not available while the API document is generated");
};

/** The endpoints of all modules that move value, for the API document only. */
export async function describedRoutes(parts: AppParts, outgoing: Outgoing): Promise<readonly Route[]> {
  const chains = describedChains(parts);
  const banks = await openBanks(parts, parts.keyRing);
  const money = createMoneyModule(parts, {
    outgoing,
    screener: { screen: unused, screenChainAddress: unused, list: unused },
    banks,
    chains,
    moreOwners: () => [],
  });
  const bankLinks = createBankLinks(parts, money.payments, banks, outgoing.wakeUp);
  return [...tokenRoutes(parts, outgoing, { chains, bankLinks, money }), ...money.routes];
}

/** Chains without nodes and keys; they are never called here. */
function describedChains({ config, clock }: AppParts): Chains {
  return createChains({
    settings: config.chains,
    seeds: { testnet: undefined, mainnet: undefined },
    local: undefined,
    clock,
    onNodeFailure: () => {},
  });
}

function tokenRoutes(
  { database, keyRing, clock, newId }: AppParts,
  { eventLog, jobQueue, wakeUp }: Outgoing,
  {
    chains,
    bankLinks,
    money,
  }: { readonly chains: Chains; readonly bankLinks: BankLinkProviders; readonly money: MoneyModule },
): readonly Route[] {
  const deps = {
    database,
    keyRing,
    clock,
    newId,
    eventLog,
    jobQueue,
    bankLinks,
    chainWork: createChainWork({ clock, wakeUp }),
    chains,
    wallets: chains.wallets,
    screener: { screenChainAddress: unused },
    readInFlight: unused,
    readClaims: unused,
    bankIndexKey: randomBytes(32),
    tokenOf: unused,
    isTokenContract: unused,
  };
  return composeTokenRoutes(deps, money.tokenRoutes);
}
