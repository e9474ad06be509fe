import type { Database } from "../../db/database.ts";
import { createFencedLease, LeaseLostError } from "../../db/fenced-lease.ts";
import { createPollLoop, type Turn } from "../../db/poll-loop.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import { type Bank, BankUnavailableError } from "../bank.ts";
import type { BankListener } from "../bank-work.ts";
import { type MessageSettings, plainMessages } from "../message-settings.ts";
import { bankTopic } from "./create-bank-work.ts";
import { deliverBankEvents } from "./deliver-bank-events.ts";
import type { BankCheckpoint, BankReport, EngineDeps } from "./engine-deps.ts";
import { selectNextDue } from "./queue-store.ts";
import { collectFiles, putFilesAway, readFiles } from "./receive-files.ts";
import { fileEntries, planEntries, sendFiles } from "./send-files.ts";

/** Exchanges files with the bank of one network: one node at a time, in steps that may be interrupted anywhere. */
export interface BankEngine {
  start(): void;
  stop(): Promise<void>;
  /** Runs one round of all steps; returns whether to run again immediately. */
  round(): Promise<Turn>;
  health(): { readonly lastRoundAt: Instant | undefined; readonly isWorking: boolean };
}

export interface BankEngineOptions {
  readonly bank: Bank;
  /** Plain ISO 20022 by default. */
  readonly messages?: MessageSettings;
  readonly database: Database;
  readonly wakeUp: Pick<WakeUp, "listen">;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly listener: BankListener;
  readonly pollMs: number;
  /** The longest pause between two rounds while nothing is due; `pollMs` by default. */
  readonly idleMs?: number;
  readonly leaseMs: number;
  readonly report: (report: BankReport) => void;
  readonly onError: (error: unknown) => void;
  readonly checkpoint?: (point: BankCheckpoint) => Promise<void>;
}

export function createBankEngine(options: BankEngineOptions): BankEngine {
  const { bank, database, clock, pollMs, idleMs, leaseMs, wakeUp, onError } = options;
  const holder = options.newId<"bank-lease">();
  const lease = createFencedLease(database, { task: `bank/${bank.network}`, holder, leaseMs });
  const checkpoint = options.checkpoint ?? (() => Promise.resolve());
  const messages = options.messages ?? plainMessages(bank.identity);
  const deps: EngineDeps = { ...options, messages, lease, checkpoint };
  let lastRoundAt: Instant | undefined;
  let isWorking = false;

  const round = async (): Promise<Turn> => {
    isWorking = await lease.hold();
    lastRoundAt = clock.now();
    if (!isWorking) return "wait";
    try {
      return await goRound(deps);
    } catch (error) {
      if (error instanceof LeaseLostError) return "wait";
      throw error;
    }
  };

  const loop = createPollLoop({ name: "bank.engine", turn: round, pollMs, idleMs, onError });
  let stopListening: (() => void) | undefined;
  return {
    round,
    health: () => ({ lastRoundAt, isWorking }),
    start: () => {
      stopListening = wakeUp.listen(bankTopic, () => loop.wake());
      loop.start();
    },
    stop: async () => {
      stopListening?.();
      await loop.stop();
      await lease.release().catch(onError);
    },
  };
}

/** Outgoing before incoming. A failed step blocks no other, so that bank events are always published. */
async function goRound(deps: EngineDeps): Promise<Turn> {
  const { bank } = deps;
  const attempt = createAttempts(deps);
  const isMoreToPlan = await attempt.atBank(() => planEntries(deps));
  const isMoreToFile = await attempt.atBank(() => fileEntries(deps));
  await attempt.atBank(() => sendFiles(deps));
  const isMoreToCollect = await attempt.atBank(() => collectFiles(deps));
  const bankNow = await attempt.atBank(() => bank.now());
  await attempt.here(() => readFiles(deps, bankNow ?? deps.clock.now()));
  await attempt.atBank(() => putFilesAway(deps));
  const hasMoreBankEvents = await attempt.here(() => deliverBankEvents(deps, bankNow));
  if ([isMoreToPlan, isMoreToFile, isMoreToCollect, hasMoreBankEvents].includes(true)) return "again";
  const dueInMs = await attempt.atBank(() => timeUntilDue(deps));
  return dueInMs === undefined ? "wait" : { dueInMs };
}

/** Infinite when nothing is due without further input; undefined when the bank cannot know. */
async function timeUntilDue({ bank, database, clock }: EngineDeps): Promise<number | undefined> {
  if (bank.nextFileAt === undefined) return undefined;
  const { atBank = never, retryAt = never } = await selectNextDue(database, bank.network);
  const fileAt = (await bank.nextFileAt()) ?? never;
  const bankNow = await bank.now();
  return Math.min(fileAt - bankNow, atBank - bankNow, retryAt - clock.now());
}

const never = Number.POSITIVE_INFINITY;

interface Attempts {
  /** Undefined when it failed, or when the bank was unreachable in an earlier step. */
  atBank<Result>(step: () => Promise<Result>): Promise<Result | undefined>;
  here<Result>(step: () => Promise<Result>): Promise<Result | undefined>;
}

function createAttempts({ lease, report, onError }: EngineDeps): Attempts {
  let isReachable = true;
  const here = async <Result>(step: () => Promise<Result>): Promise<Result | undefined> => {
    if (!(await lease.hold())) throw new LeaseLostError("another node holds the bank lease now");
    try {
      return await step();
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      if (error instanceof BankUnavailableError) {
        isReachable = false;
        report({ type: "bank-unavailable", detail: error.message });
      } else onError(error);
      return undefined;
    }
  };
  return { here, atBank: (step) => (isReachable ? here(step) : Promise.resolve(undefined)) };
}
