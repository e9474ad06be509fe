import { systemCause } from "../../src/kernel/cause.ts";
import { instantFromMs } from "../../src/kernel/instant.ts";
import { listJournals, verifyJournal } from "../../src/ledger/index.ts";
import { recover } from "../../src/recovery/index.ts";
import { selectCatalogContracts } from "../../src/tokens/index.ts";
import { namelessSigner } from "../fake-chain.ts";
import { faultsOfBooks } from "./books-hold.ts";
import { createChainWatch } from "./chains-hold.ts";
import { createChance } from "./chance.ts";
import { fillTreasuries, foundTenants, type Tenant } from "./found-tenants.ts";
import { openAutomations } from "./open-automations.ts";
import { type Business, openBusiness } from "./open-business.ts";
import { createUsers } from "./operators.ts";
import { backUp, restoreBusiness } from "./restore-business.ts";
import { faultsAfterRestore, type RestoreSights, sightsOf } from "./restore-holds.ts";
import { createService, liveMoment, passMoment, type Service } from "./simulate-business.ts";

export interface RestorePlan {
  readonly seed: number;
  /** Transfers before the backup, and between the backup and the loss of the database. */
  readonly transfers: number;
}

const quietMoments = 40;
const theEnd = "the end";
const lookEvery = 4;

/**
 * A business that loses its database, restores a backup, recovers and goes on. Throws with the seed if anything outside
 * was done twice, if the books do not balance, or if a reported difference is not true.
 */
export async function simulateRestore({ seed, transfers }: RestorePlan): Promise<RestoreSights> {
  const chance = createChance(seed);
  // Backups of a distributed database are refused.
  const before = await openBusiness(chance, { isPlain: true });
  let owned: Business = before;
  try {
    const first = createService(before);
    const tenants = await foundTenants(before, first.process().deps);
    await openAutomations(before, first.process().deps, tenants);
    await fillTreasuries(before, tenants);
    for (let moment = 0; moment < 4; moment += 1) await passMoment(before, first);
    await live(before, first, tenants, transfers);
    const backup = await backUp(before);
    await live(before, first, tenants, transfers);
    before.weather.roughness = 0;
    const after = await restoreBusiness(before, backup);
    owned = after;
    await requireGate(after);
    await recoverBusiness(after);
    // Transactions behind an unused nonce are still pending, and are included later.
    for (const chain of after.chains.values()) chain.guardPending();
    const second = createService(after);
    await goOn(after, second, tenants, { seed, transfers, before });
    return await sightsOf(before, after);
  } finally {
    await owned[Symbol.asyncDispose]();
  }
}

async function live(
  business: Business,
  service: Service,
  tenants: readonly Tenant[],
  transfers: number,
): Promise<void> {
  const users = createUsers(business, tenants);
  business.weather.roughness = 0.5;
  for (let accepted = 0; accepted < transfers; )
    accepted += await liveMoment(business, service, users, tenants);
}

/** No worker acts on a restored database before it is recovered. */
async function requireGate(business: Business): Promise<void> {
  const { engines, scanners, bankEngine } = createService(business).process();
  for (const worker of [...engines, ...scanners]) await worker.turn();
  await bankEngine.round();
  if (engines.some((engine) => engine.health().isWorking))
    throw new Error("a chain engine works on a database that is not recovered");
}

async function recoverBusiness(business: Business): Promise<void> {
  const { database, clock, newId, keyRing, wallets, sandbox } = business;
  const chains = [...business.chains.values()];
  await recover({
    database,
    clock,
    newId,
    keyRing,
    cause: systemCause("test.recovery"),
    chains: chains.map(({ chain }) => chain),
    isLocal: () => false,
    addressOf: async (chain, key) => chain.addressOf(await namelessSigner.publicKey(key)),
    wallets,
    contracts: selectCatalogContracts,
    banks: [sandbox.bank],
    pause: async () => {
      for (const chain of chains) chain.mine();
    },
    report: () => undefined,
  });
}

interface Aftermath extends RestorePlan {
  readonly before: Business;
}

async function goOn(
  business: Business,
  service: Service,
  tenants: readonly Tenant[],
  { seed, transfers, before }: Aftermath,
): Promise<void> {
  const { database } = business;
  const chainWatch = createChainWatch(business, instantFromMs(0));
  const look = async (moment: string): Promise<void> => {
    const faults = [
      ...service.errors.map((error) => `an engine failed: ${String(error)}`),
      ...(await faultsOfBooks(database)),
      ...(await chainWatch.faults()),
      ...(await faultsAfterRestore(before, business, { isEnd: moment === theEnd })),
    ];
    if (faults.length > 0) throw new Error([`seed ${seed}, ${moment}:`, ...faults].join("\n  "));
  };
  await look("recovered");
  await live(business, service, tenants, Math.ceil(transfers / 2));
  await look("after new transfers");
  business.weather.roughness = 0;
  const users = createUsers(business, tenants);
  for (let quiet = 0; quiet < quietMoments; quiet += 1) {
    for (const { book } of business.chains.values()) book.thaw();
    await service.try((process) => users.lookAfter(process));
    await passMoment(business, service);
    if (quiet % lookEvery === 0) await look(`quiet ${quiet}`);
  }
  await look(theEnd);
  for await (const scope of listJournals(database)) {
    const { findings } = await verifyJournal(database, scope);
    if (findings.length > 0) throw new Error(`seed ${seed}: ${JSON.stringify(findings)}`);
  }
}
