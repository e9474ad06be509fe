import type { ChainName } from "../chains/chain-name.ts";
import type { Database, Transaction } from "../db/database.ts";
import { defineJob, type JobDefinition, type JobQueue } from "../jobs/index.ts";
import { assert } from "../kernel/assert.ts";
import type { Json } from "../kernel/canonical-json.ts";
import type { Network } from "../kernel/id.ts";
import { addMs } from "../kernel/instant.ts";
import { type FundLocalDeps, fundLocalTreasury } from "./fund-local-treasury.ts";
import type { TreasuryScope } from "./treasury.ts";

const kind = "treasury.fund_local";
/** Test tokens are deployed within seconds; if it takes longer, the next start tries again. */
const defaultPauseMs = 2_000;
const mostTries = 300;

/** Schedules the funding of a local treasury. Idempotent. */
export async function enqueueLocalFunding(
  { jobQueue }: { readonly jobQueue: Pick<JobQueue, "enqueue"> },
  tx: Transaction,
  { tenantId, network }: TreasuryScope,
): Promise<void> {
  await jobQueue.enqueue(tx, { kind, tenantId, network, payload: { tries: 1 }, dedupeKey: "funds" });
}

export interface LocalFundingDeps extends FundLocalDeps {
  readonly database: Database;
  readonly jobQueue: Pick<JobQueue, "enqueue">;
  readonly localChainsOf: (network: Network) => readonly ChainName[];
  /** Delay before the next try. */
  readonly pauseMs?: number;
}

export function localFundingJob(deps: LocalFundingDeps): JobDefinition {
  return defineJob({
    kind,
    parse: readTries,
    handle: async ({ job, completeIn }) => {
      const { tenantId, network, payload: tries } = job;
      assert(tenantId !== undefined && network !== undefined, "a treasury job has a tenant and a network");
      const chains = deps.localChainsOf(network);
      await deps.database.transaction(async (tx) => {
        await completeIn(tx);
        const isComplete = await fundLocalTreasury(deps, tx, { tenantId, network, chains });
        if (isComplete || tries >= mostTries) return;
        const runAt = addMs(deps.clock.now(), deps.pauseMs ?? defaultPauseMs);
        const payload = { tries: tries + 1 };
        await deps.jobQueue.enqueue(tx, { kind, tenantId, network, payload, runAt, dedupeKey: "funds" });
      });
    },
  });
}

function readTries(payload: Json): number {
  const { tries } = payload as { readonly tries?: unknown };
  assert(typeof tries === "number", "the payload has the number of tries");
  return tries;
}
