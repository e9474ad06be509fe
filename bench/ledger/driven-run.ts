import { measure, ownCpuMs } from "../measure.ts";
import { createTally, createTransferMaker, type Transfer } from "./transfers.ts";
import type { Run, RunRequest } from "./variant.ts";

/** Resources of one run. */
export interface Recorder {
  /** Resolves when the transfer is durable; rejects when it was refused. */
  record(transfer: Transfer, caller: number): Promise<unknown>;
  close(): Promise<void>;
}

let runs = 0;

/** Callers in this process, each sending its next transfer as soon as the one before it is acknowledged. */
export async function driveRun(request: RunRequest, recorder: Recorder): Promise<Run> {
  runs += 1;
  const newTransfer = createTransferMaker(request.load, `run-${runs}`);
  const tally = createTally();
  const sendAs = async (caller: number): Promise<number> => {
    const transfer = newTransfer();
    await recorder.record(transfer, caller);
    tally.add(transfer);
    return 1;
  };
  try {
    const workload = {
      callers: Array.from({ length: request.callers }, (_, caller) => () => sendAs(caller)),
      cpuMs: async () => ownCpuMs(),
      databaseCpuMs: request.databaseCpuMs,
    };
    return { measurement: await measure(workload, request.warmUpMs, request.durationMs), tally };
  } finally {
    await recorder.close();
  }
}
