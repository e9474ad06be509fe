import type { Chain, ChainOperation } from "../src/chains/chain.ts";
import { type ChainEngine, createChainEngine } from "../src/chains/engine/chain-engine.ts";
import type {
  ChainWork,
  ChainWorkOwner,
  NewChainWork,
  SettledWork,
} from "../src/chains/engine/chain-work.ts";
import type { Checkpoint, EnginePatience, EngineReport } from "../src/chains/engine/engine-deps.ts";
import { createChainWork } from "../src/chains/engine/work-store.ts";
import type { Signer } from "../src/chains/signer.ts";
import type { Database } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";
import { createIdFactory, type Id, type NewId } from "../src/kernel/id.ts";
import { countConfirmations } from "../src/statistics/index.ts";
import { createManualClock, type ManualClock } from "./auth.ts";
import { createTestDatabase } from "./database.ts";
import { namelessSigner } from "./fake-chain.ts";

/** A database with the operations of one chain, and engines that a test starts and stops. */
export interface ChainWorkEnvironment {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly newId: NewId;
  readonly work: ChainWork;
  readonly reports: EngineReport[];
  readonly errors: unknown[];
  /** Outcomes reported to the owner, in order; more than one per operation is an error. */
  readonly reported: SettledWork[];
  engine(options?: EngineSettings): ChainEngine;
  enqueue(work: readonly Pick<NewChainWork, "id" | "operation">[]): Promise<void>;
  /** Ids of open chain operations. */
  open(): Promise<readonly string[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface EngineSettings {
  readonly chain?: Chain;
  readonly checkpoint?: (point: Checkpoint) => Promise<void>;
  readonly owners?: readonly ChainWorkOwner[];
  readonly patience?: Partial<EnginePatience>;
  readonly leaseMs?: number;
}

/** Thrown at a kill point: the engine stops as if its process had been killed. */
export class KilledError extends Error {
  override readonly name = "KilledError";
}

const testPatience: EnginePatience = {
  resendAfterMs: 2_000,
  repriceAfterMs: 30_000,
  secondLookMs: 1_000,
  checkGraceMs: 0,
};

/** A mint whose reference identifies its operation. */
export function mintOf(reference: string): ChainOperation {
  const issuer = { role: "issuer", index: 0 } as const;
  return {
    kind: "mint",
    reference,
    contract: "token",
    issuer,
    authority: "platform",
    to: "holder",
    units: 5n,
  };
}

const ownerName = "test.owner";
const openIds = statement<{ readonly id: string }>(
  `SELECT id FROM chain_work WHERE state NOT IN ('done', 'failed') ORDER BY id`,
);

export async function openChainWork(
  chain: Chain,
  signer: Signer = namelessSigner,
): Promise<ChainWorkEnvironment> {
  const { database, drop } = await createTestDatabase();
  const clock = createManualClock();
  const newId = createIdFactory(clock);
  const wakeUp = { nudge: () => undefined, listen: () => () => true };
  const work = createChainWork({ clock, wakeUp });
  const reports: EngineReport[] = [];
  const errors: unknown[] = [];
  const reported: SettledWork[] = [];
  const owner: ChainWorkOwner = {
    name: ownerName,
    settle: async (_tx, _scope, settled) => {
      reported.push(...settled);
    },
  };
  return {
    database,
    clock,
    newId,
    work,
    reports,
    errors,
    reported,
    engine: (options = {}) =>
      createChainEngine({
        chain: options.chain ?? chain,
        signer,
        database,
        wakeUp,
        clock,
        newId,
        owners: options.owners ?? [owner],
        patience: { ...testPatience, ...options.patience },
        pollMs: 10,
        leaseMs: options.leaseMs ?? 0,
        countConfirmations,
        report: (report) => reports.push(report),
        onError: (error) => errors.push(error),
        ...(options.checkpoint === undefined ? {} : { checkpoint: options.checkpoint }),
      }),
    enqueue: (items) =>
      database.transaction((tx) =>
        work.enqueue(
          tx,
          items.map((item) => ({
            ...item,
            ...chain.key,
            tenantId: "01TENANT000000000000000000" as Id<"tenant">,
            owner: ownerName,
            subject: item.id,
          })),
        ),
      ),
    open: async () => (await database.rows(openIds)).map(({ id }) => id),
    [Symbol.asyncDispose]: drop,
  };
}
