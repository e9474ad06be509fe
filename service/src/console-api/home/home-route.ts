import { principalOf, type Route } from "../../http/route.ts";
import { addMs, instantFromMs } from "../../kernel/instant.ts";
import { type LedgerScope, readTrialBalance } from "../../ledger/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead, workspacePath } from "../console-route.ts";
import { type HomeFacts, HomeSchema, presentHome } from "./home-response.ts";
import {
  countPendingTransfers,
  countTokenTransactions,
  countTransfers,
  countWaiting,
  selectFirstSteps,
} from "./home-store.ts";
import { loadSeries } from "./load-series.ts";

const recentMs = 30 * 86_400_000;
/** The database's clock may be ahead of this node's. */
const clockMarginMs = 60 * 60_000;
const maxWalked = 10_000;
const maxWaiting = 1_000;
const maxWallets = 20_000;

export function homeRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${workspacePath}/home`, {
    operationId: "getHome",
    summary: "Get the overview of a workspace",
    access: { permission: "workspace.read" },
    response: { description: "Balances, tokens, transfers and pending items.", schema: HomeSchema },
    handle: async (request) => {
      const { tenantId, network } = principalOf(request);
      return presentHome(await loadHome(deps, { tenantId, network }));
    },
  });
}

async function loadHome(deps: ConsoleDeps, scope: LedgerScope): Promise<HomeFacts> {
  const { database, clock } = deps;
  const walk = { since: instantFromMs(Math.max(clock.now() - recentMs, 0)), limit: maxWalked };
  const { series } = await loadSeries(database, scope, [addMs(clock.now(), clockMarginMs)]);
  return {
    wallets: await readTrialBalance(database, scope, { kinds: ["wallet"], maxAccounts: maxWallets }),
    series,
    transfers: await countTransfers(database, scope, walk),
    pendingTransfers: await countPendingTransfers(database, scope, maxWalked),
    tokenTransactions: await countTokenTransactions(database, scope, walk),
    maxWalked,
    waiting: await countWaiting(database, scope, maxWaiting),
    maxWaiting,
    firstSteps: await selectFirstSteps(database, scope),
  };
}
