import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../jobs/index.ts";
import { systemCause } from "../kernel/cause.ts";
import { RefusalError } from "../kernel/refusal.ts";
import { type DecideDeps, restoreTransfer } from "./decide-held.ts";
import { type ExpireTransfersDeps, expireTransfers } from "./expire-transfers.ts";
import { selectForPeople } from "./store.ts";
import type { Transfer } from "./transfer.ts";

export interface TransferJobsDeps extends ExpireTransfersDeps, DecideDeps {
  /** Tokens of a failed transfer cannot be given back now. */
  readonly onStranded: (transfer: Transfer, why: string) => void;
}

const expireKind = "transfers.expire";
const restoreKind = "transfers.restore";
const everyMinuteMs = 60_000;
const pageSize = 200;

/** What time does to transfers: a wire that never came cancels them; tokens are given back once the treasury has them. */
export function transferJobs(deps: TransferJobsDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  const parse = (): object => ({});
  return {
    jobs: [
      defineJob({
        kind: expireKind,
        parse,
        handle: async () => {
          await expireTransfers(deps);
        },
      }),
      defineJob({ kind: restoreKind, parse, handle: () => restoreStranded(deps) }),
    ],
    schedules: [
      defineSchedule({ name: expireKind, everyMs: everyMinuteMs, job: { kind: expireKind, payload: {} } }),
      defineSchedule({
        name: restoreKind,
        everyMs: everyMinuteMs,
        job: { kind: restoreKind, payload: {} },
      }),
    ],
  };
}

async function restoreStranded(deps: TransferJobsDeps): Promise<void> {
  let afterId = "";
  const faults: unknown[] = [];
  for (;;) {
    const page = await selectForPeople(deps.database, { step: "stranded", afterId, limit: pageSize });
    // What a chain has refused before it would refuse again: a person must look at that first.
    for (const transfer of page.filter(({ undoing }) => undoing.workId === undefined)) {
      await restoreTransfer(deps, { id: transfer.id, cause: systemCause(restoreKind) }).catch(
        (error: unknown) => {
          if (error instanceof RefusalError) deps.onStranded(transfer, error.refusal.detail);
          else faults.push(error);
        },
      );
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) break;
    afterId = last.id;
  }
  // A fault with one of them holds up no other, and the job has failed all the same.
  if (faults.length > 0)
    throw new AggregateError(faults, `the tokens of ${faults.length} transfers could not be given back`);
}
