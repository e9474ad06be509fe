import { expect, test } from "vitest";
import { createCountedWallets } from "../../test/addresses.ts";
import { testCause } from "../../test/auth.ts";
import { eventually } from "../../test/eventually.ts";
import { openJobs } from "../../test/jobs.ts";
import { addToken } from "../../test/token-holders.ts";
import { createFakeChainWork } from "../../test/tokens.ts";
import { createManagingAccount } from "../accounts/index.ts";
import { standardChains } from "../chains/chain-name.ts";
import { statement } from "../db/statement.ts";
import { systemClock } from "../kernel/instant.ts";
import { enqueueLocalFunding, localFundingJob } from "./index.ts";

const selectLater = statement(`SELECT 1 FROM jobs WHERE (payload ->> 'tries')::int > 1`);

test("a local treasury is funded once, as soon as its test token is on the chain", async () => {
  await using jobs = await openJobs();
  const { database, newId, queue } = jobs;
  const [clock, chainWork] = [systemClock, createFakeChainWork()];
  const wallets = createCountedWallets();
  const chains = { names: standardChains };
  const deps = { database, clock, newId, chainWork, wallets, chains, jobQueue: queue };
  const noBank = {
    simulatorOf: () => undefined,
    payments: {
      openVirtualAccounts: () => Promise.reject(new Error("there is no sandbox bank")),
      findVirtualAccounts: () => Promise.reject(new Error("there is no sandbox bank")),
    },
  };
  const input = { name: "Acme", selfAttested: false, cause: testCause };
  const { tenantId } = await database.transaction((tx) => createManagingAccount(deps, tx, input));
  const scope = { tenantId, network: "testnet" } as const;
  const enqueue = () => database.transaction((tx) => enqueueLocalFunding({ jobQueue: queue }, tx, scope));
  const definition = localFundingJob({ ...deps, ...noBank, localChainsOf: () => ["base"], pauseMs: 1 });
  jobs.startRunner({ definitions: [definition] });
  await enqueue();
  await eventually(async () => expect(await database.rows(selectLater)).toHaveLength(1));
  expect(chainWork.enqueued).toEqual([]);
  await addToken(
    { database },
    { issuer: undefined, valueType: "USDC", kind: "third_party", chains: ["base"] },
  );
  const untilDone = () => eventually(async () => expect(await jobs.waitingJobs()).toEqual([]));
  await untilDone();
  await enqueue();
  await untilDone();
  expect(chainWork.enqueued).toMatchObject([
    { chain: "base", operation: { kind: "mint", units: 10n ** 12n } },
  ]);
});
