import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Registry } from "prom-client";
import type { DocumentStorage } from "../src/accounts/index.ts";
import type { BankLinkProviders } from "../src/addresses/index.ts";
import { createBankLinks } from "../src/app/bank-links.ts";
import { openBanks } from "../src/app/banks.ts";
import { type Chains, createChains } from "../src/app/chains.ts";
import { createMoneyModule } from "../src/app/money-module.ts";
import { composeTokenRoutes, type TokenRoutesDeps } from "../src/app/token-module.ts";
import { composeRoutes } from "../src/app.ts";
import { createAuth } from "../src/auth/index.ts";
import { createChainWork } from "../src/chains/work/create-chain-work.ts";
import { readConfig } from "../src/config.ts";
import { createDatabase } from "../src/db/pool.ts";
import type { WakeUp } from "../src/db/wake-up.ts";
import { createEventLog } from "../src/events/index.ts";
import { describeApi } from "../src/http/openapi.ts";
import type { Route } from "../src/http/route.ts";
import { createJobQueue } from "../src/jobs/index.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory } from "../src/kernel/id.ts";
import { type Clock, systemClock } from "../src/kernel/instant.ts";
import { createLogger } from "../src/startup/logging.ts";

/** Writes `openapi.json` from the routes, or, with `--check`, says whether the committed one is still true. */
async function main(): Promise<void> {
  const path = fileURLToPath(new URL("../../openapi.json", import.meta.url));
  const fresh = `${JSON.stringify(describeService(), null, 2)}\n`;
  if (!process.argv.includes("--check")) {
    await writeFile(path, fresh);
    return;
  }
  const committed = await readFile(path, "utf8").catch(() => "");
  if (committed === fresh) return;
  process.stderr.write("openapi.json is not what the routes say; run: npm run openapi\n");
  process.exitCode = 1;
}

const nobody: WakeUp = { nudge: () => {}, listen: () => () => {}, close: async () => {} };

const unused = (): never => {
  throw new Error("nothing is stored while routes are described");
};
const noStorage: DocumentStorage = {
  put: unused,
  get: unused,
  find: unused,
  remove: unused,
  list: unused,
  removeLeftovers: unused,
};

type Common = Pick<TokenRoutesDeps, "database" | "keyRing" | "clock" | "newId" | "eventLog">;

/** Chains that have no nodes and no keys: nobody asks them here. */
function describedChains(clock: Clock): Chains {
  return createChains({
    settings: readConfig({}).chains,
    seeds: { testnet: undefined, mainnet: undefined },
    local: undefined,
    clock,
    onNodeFailure: () => {},
  });
}

function describeTokens(common: Common, chains: Chains, bankLinks: BankLinkProviders): readonly Route[] {
  return composeTokenRoutes({
    ...common,
    bankLinks,
    chainWork: createChainWork({ clock: common.clock, wakeUp: nobody }),
    chains,
    wallets: chains.wallets,
    screener: { screenChainAddress: unused },
    readInFlight: unused,
    bankIndexKey: randomBytes(32),
    tokenOf: unused,
    isTokenContract: unused,
  });
}

/** Routes are only described here, so the database that they are given is never connected to. */
function describeService() {
  const database = createDatabase({
    connection: { url: "postgresql://nowhere.invalid/none" },
    maxConnections: 1,
    maxWaiting: 0,
    acquireTimeoutMs: 1,
    statementTimeoutMs: 1,
    applicationName: "florin openapi",
  });
  const clock = systemClock;
  const newId = createIdFactory(clock);
  const keyRing = createKeyRing(randomBytes(32));
  const addresses = { baseUrl: "http://127.0.0.1:8080", authUrl: "http://127.0.0.1:8080" };
  const auth = createAuth({
    database,
    keyRing,
    clock,
    newId,
    issuer: addresses.authUrl,
    audience: addresses.baseUrl,
    onRefreshError: () => {},
  });
  const eventLog = createEventLog({ clock, newId, wakeUp: nobody });
  const jobQueue = createJobQueue({ clock, newId, wakeUp: nobody });
  const config = readConfig({});
  const parts = {
    config,
    logger: createLogger({ ...config, logLevel: "silent" }, false),
    clock,
    newId,
    keyRing,
    database,
    target: { url: "" },
  };
  const registry = new Registry();
  const chains = describedChains(clock);
  const banks = openBanks(parts, keyRing);
  const money = createMoneyModule(parts, {
    outgoing: { wakeUp: nobody, jobQueue, eventLog },
    screener: { screen: unused, screenChainAddress: unused, list: unused },
    banks,
    chains,
    moreOwners: () => [],
  });
  const bankLinks = createBankLinks(parts, money.payments, banks);
  const routes = composeRoutes({
    moneyRoutes: money.routes,
    tokenRoutes: describeTokens({ database, keyRing, clock, newId, eventLog }, chains, bankLinks),
    database,
    auth,
    registry,
    metricsToken: undefined,
    checks: [],
    clock,
    newId,
    keyRing,
    einIndexKey: randomBytes(32),
    documentStagedMs: 30 * 86_400_000,
    documentStorage: noStorage,
    onStorageError: () => {},
    onCompleted: [],
    screener: { screen: unused },
    wakeUp: nobody,
    jobQueue,
    eventLog,
    isDraining: () => false,
    moreRoutes: [],
    servesApi: true,
  });
  return describeApi(routes, addresses);
}

await main();
