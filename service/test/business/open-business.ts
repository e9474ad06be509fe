import { createSandboxBank, type FaultySandboxBank } from "../../../sandbox/src/bank/sandbox-bank.ts";
import { createDemoSanctionsSource } from "../../src/accounts/adapters/demo-sanctions-list.ts";
import { createScreener, type Screener } from "../../src/accounts/index.ts";
import type { ChainFamily, ChainName } from "../../src/chains/chain-name.ts";
import { createWallets } from "../../src/chains/custody/create-wallets.ts";
import type { Wallets } from "../../src/chains/custody/wallets.ts";
import type { Database } from "../../src/db/database.ts";
import type { ConnectionTarget } from "../../src/db/pool.ts";
import { createKeyRing, type KeyRing } from "../../src/kernel/envelope.ts";
import { createIdFactory, type NewId } from "../../src/kernel/id.ts";
import { instantFromMs } from "../../src/kernel/instant.ts";
import { createManualClock, type ManualClock } from "../auth.ts";
import { createTestDatabase, type TestDatabase } from "../database.ts";
import { namelessSigner } from "../fake-chain.ts";
import { type Chance, createChance } from "./chance.ts";
import { inTurn } from "./in-turn.ts";
import { createLivingChain, type LivingChain } from "./living-chain.ts";

/** Everything that outlives a process: the database, the chains, the bank and the clock. */
export interface Business {
  readonly chance: Chance;
  readonly database: Database;
  readonly testDatabase: TestDatabase;
  readonly target: ConnectionTarget;
  readonly clock: ManualClock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly bankIndexKey: Buffer;
  readonly wallets: Wallets;
  readonly screener: Screener;
  readonly chains: ReadonlyMap<ChainName, LivingChain>;
  readonly sandbox: FaultySandboxBank;
  /** The bank, with its state in another database. */
  bankOn(database: Database): FaultySandboxBank;
  /** Current fault rate, from 0 (none) to 1. */
  readonly weather: { roughness: number };
  [Symbol.asyncDispose](): Promise<void>;
}

/** One with sequences, where a transaction waits for the previous one, and one where transactions expire. */
export const businessChains = ["base", "solana"] as const satisfies readonly ChainName[];

// A Monday in winter, 9:00 in New York. In the past, because records are never dated later than the database's time.
const start = instantFromMs(Date.UTC(2025, 0, 6, 14));
const listThreshold = 850;
const finality = 2;
export const businessMasterKey = Buffer.alloc(32, 5);

export interface BusinessOptions {
  /** On a database that is not distributed, whatever CITUS_DATABASE_URL is. */
  readonly isPlain: boolean;
  /** Ids follow from their time: one more id does not change those of the next moment. */
  readonly isSteady?: boolean;
}

export async function openBusiness(
  chance: Chance,
  { isPlain, isSteady = false }: BusinessOptions,
): Promise<Business> {
  const testDatabase = await createTestDatabase({ isPlain });
  const { target, drop } = testDatabase;
  const database = inTurn(testDatabase.database);
  const clock = createManualClock(start);
  // Ids that follow from others are in no order of time: only the same ids give the same order of work.
  const { random } = chance.branch();
  const newId = createIdFactory(clock, isSteady ? steadyRandom(clock) : random);
  const keyRing = createKeyRing(businessMasterKey);
  const screener = createScreener({ source: createDemoSanctionsSource(), threshold: listThreshold });
  await screener.refresh();
  const weather = { roughness: 0 };
  const trouble = bankTrouble(chance.branch(), weather);
  const bankOn = (session: Database): FaultySandboxBank =>
    createSandboxBank({
      network: "testnet",
      database: session,
      clock,
      newId,
      keyRing,
      clockMode: "calendar",
      secondsDelayMs: 1_000,
      trouble,
    });
  const chains = new Map<ChainName, LivingChain>(
    businessChains.map((chain) => [chain, openChain(chain, chance.branch(), weather)]),
  );
  return {
    chance,
    database,
    testDatabase,
    target,
    bankOn,
    clock,
    newId,
    keyRing,
    bankIndexKey: Buffer.alloc(32, 6),
    wallets: createWallets({ signerOf: () => namelessSigner, addressOf: walletAddress }),
    screener,
    chains,
    sandbox: bankOn(database),
    weather,
    [Symbol.asyncDispose]: async () => {
      await screener.stop();
      await drop();
    },
  };
}

/** Starts over in each millisecond. */
function steadyRandom(clock: ManualClock): () => number {
  let now = clock.now();
  let { random } = createChance(now);
  return () => {
    if (clock.now() !== now) {
      now = clock.now();
      random = createChance(now).random;
    }
    return random();
  };
}

function walletAddress(family: ChainFamily, publicKey: Uint8Array): string {
  return `${family}:${Buffer.from(publicKey).toString()}`;
}

/** Rates at the highest fault level. The plan is read again for each payment and each file. */
const bankRates = { returnRate: 0.12, rejectRate: 0.06, duplicateRate: 0.15, lateRate: 0.15 } as const;

function bankTrouble({ random }: Chance, weather: Business["weather"]) {
  return {
    random,
    get returnRate() {
      return bankRates.returnRate * weather.roughness;
    },
    get rejectRate() {
      return bankRates.rejectRate * weather.roughness;
    },
    get duplicateRate() {
      return bankRates.duplicateRate * weather.roughness;
    },
    get lateRate() {
      return bankRates.lateRate * weather.roughness;
    },
  };
}

const silenceRate = 0.02;
const failureRate = 0.03;

function openChain(chain: ChainName, chance: Chance, weather: Business["weather"]): LivingChain {
  const isSequenced = chain !== "solana";
  const living = createLivingChain({ key: { network: "testnet", chain }, isSequenced, finality });
  living.setTrouble({
    silence: () => {
      if (!chance.happens(silenceRate * weather.roughness)) return "none";
      return chance.happens(0.5) ? "before" : "after";
    },
    failsToRun: () => chance.happens(failureRate * weather.roughness),
  });
  return living;
}
