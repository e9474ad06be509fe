import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../jobs/index.ts";
import { systemCause } from "../kernel/cause.ts";
import { RefusalError } from "../kernel/refusal.ts";
import { type DecideDeps, refundTransfer } from "./decide-held.ts";
import { type ExpireTransfersDeps, expireTransfers } from "./expire-transfers.ts";
import { transfersNeedingAction } from "./list-store.ts";
import type { Transfer } from "./transfer.ts";

export interface TransferJobsDeps extends ExpireTransfersDeps, DecideDeps {
  /** Called when tokens of a failed transfer cannot be refunded right now. */
  readonly onRefundFailed: (transfer: Transfer, why: string) => void;
}

const expireKind = "transfers.expire";
const refundKind = "transfers.retry_refunds";
const everyMinuteMs = 60_000;

/** Scheduled work: cancels transfers whose wire never arrived, and retries refunds that wait for treasury tokens. */
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
      defineJob({ kind: refundKind, parse, handle: () => retryFailedRefunds(deps) }),
    ],
    schedules: [
      defineSchedule({ name: expireKind, everyMs: everyMinuteMs, job: { kind: expireKind, payload: {} } }),
      defineSchedule({
        name: refundKind,
        everyMs: everyMinuteMs,
        job: { kind: refundKind, payload: {} },
      }),
    ],
  };
}

async function retryFailedRefunds(deps: TransferJobsDeps): Promise<void> {
  const faults: unknown[] = [];
  const failed = { step: "refund_failed", resources: ["transfer"] } as const;
  for await (const page of transfersNeedingAction.stream(deps.database, failed)) {
    // A refund that a chain has refused would be refused again: it needs manual action first.
    for (const transfer of page.filter(({ reversal }) => reversal.workId === undefined)) {
      await refundTransfer(deps, { id: transfer.id, cause: systemCause(refundKind) }).catch(
        (error: unknown) => {
          if (error instanceof RefusalError) deps.onRefundFailed(transfer, error.refusal.detail);
          else faults.push(error);
        },
      );
    }
  }
  // An error with one transfer must not block the others, but the job still fails.
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} refunds failed`);
}
