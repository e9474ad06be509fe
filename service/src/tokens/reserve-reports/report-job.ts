import { setTimeout as sleep } from "node:timers/promises";
import { ChainDisagreementError, ChainUnavailableError } from "../../chains/chain.ts";
import {
  defineJob,
  defineSchedule,
  type JobContext,
  type JobDefinition,
  type JobQueue,
  type Schedule,
} from "../../jobs/index.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { systemCause } from "../../kernel/cause.ts";
import { networks } from "../../kernel/id.ts";
import { type MakeReportDeps, makeReport, type ReportRequest } from "./make-report.ts";
import { endOf, isMonth, lastMonth } from "./month.ts";
import type { ReserveReport } from "./report.ts";
import { selectUnreported } from "./store.ts";

export interface ReportJobDeps extends MakeReportDeps {
  readonly jobQueue: Pick<JobQueue, "enqueue">;
  /** Called if a chain could not be read: the next run tries again. */
  readonly onDelayed: (request: ReportRequest, error: unknown) => void;
  readonly onReported: (report: ReserveReport) => void;
  /** Pause between repeated checks. */
  readonly lookAgainAfterMs?: number;
}

const reportReservesKind = "tokens.report-reserves";
/** A month is due within the hour of its end, and a delayed report is tried every hour. */
const everyMs = 60 * 60_000;
const jobTimeoutMs = 5 * 60_000;
const defaultLookAgainAfterMs = 5_000;
const tokensPerPage = 500;

/** Reports the last month of every fiat-backed token, each in its own job. */
export function reserveReporting(deps: ReportJobDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  const handle = async (context: JobContext<ReportRequest | undefined>): Promise<void> => {
    const request = context.job.payload;
    if (request === undefined) await enqueueMissing(deps);
    else await report(deps, request, context.signal);
  };
  const kind = reportReservesKind;
  return {
    jobs: [defineJob({ kind, parse: readRequest, handle, timeoutMs: jobTimeoutMs })],
    schedules: [defineSchedule({ name: kind, everyMs, job: { kind, payload: {} } })],
  };
}

async function enqueueMissing(deps: ReportJobDeps): Promise<void> {
  const month = lastMonth(deps.clock.now());
  for (const network of networks) {
    let after = "";
    for (let isLast = false; !isLast; ) {
      const page = { network, after, limit: tokensPerPage };
      const tokens = await selectUnreported(deps.database, { month, before: endOf(month) }, page);
      await deps.database.transaction(async (tx) => {
        for (const { valueType } of tokens)
          await deps.jobQueue.enqueue(tx, reportJob({ network, valueType, month }));
      });
      after = tokens.at(-1)?.id ?? "";
      isLast = tokens.length < tokensPerPage;
    }
  }
}

/** A job that reports one token. */
export function reportJob({ network, valueType, month, isSimulated = false }: ReportRequest) {
  const payload = { network, value_type: valueType, month, ...(isSimulated ? { is_simulated: true } : {}) };
  return { kind: reportReservesKind, network, payload, dedupeKey: `${valueType} ${month}` };
}

async function report(deps: ReportJobDeps, request: ReportRequest, signal: AbortSignal): Promise<void> {
  if (request.month !== lastMonth(deps.clock.now())) return;
  const pauseMs = deps.lookAgainAfterMs ?? defaultLookAgainAfterMs;
  const pause = (): Promise<void> => sleep(pauseMs, undefined, { signal });
  try {
    const made = await makeReport(deps, request, { cause: systemCause(reportReservesKind), pause });
    if (made !== undefined) deps.onReported(made);
  } catch (error) {
    if (!(error instanceof ChainUnavailableError || error instanceof ChainDisagreementError)) throw error;
    deps.onDelayed(request, error);
  }
}

/** Undefined for the scheduled run, which reports all tokens. */
function readRequest(payload: Json): ReportRequest | undefined {
  if (typeof payload !== "object" || payload === null || !("value_type" in payload)) return undefined;
  const { network: networkName, value_type: valueType, month } = payload;
  const network = networks.find((known) => known === networkName);
  if (
    network === undefined ||
    typeof valueType !== "string" ||
    typeof month !== "string" ||
    !isMonth(month)
  ) {
    throw new Error("invalid request for a report");
  }
  return {
    network,
    valueType,
    month,
    isSimulated: network === "testnet" && payload["is_simulated"] === true,
  };
}
