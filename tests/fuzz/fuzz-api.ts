import fc from "fast-check";
import type { OpenApiDocument } from "../../service/src/http/openapi.ts";
import type { TestApi } from "../../service/test/api.ts";
import { type Ask, createAsk } from "./ask.ts";
import type { CommandContext } from "./context.ts";
import { describeRequest, type GeneratedRequest } from "./generated-request.ts";
import { type Operation, operationsOf } from "./operations.ts";
import { goodRequestAt, requestsAt } from "./requests.ts";
import type { ObservedResponse } from "./seen-response.ts";

export interface FuzzOptions {
  readonly seed: number;
  /** Number of requests, distributed over the workers. */
  readonly requests: number;
  /** Each sends its requests one after the other, until its first finding. */
  readonly workers?: number;
  /** Only operations whose path starts with this; all by default. */
  readonly pathPrefix?: string;
  /** Tests the console's endpoints instead of the API. */
  readonly document?: OpenApiDocument;
  /** Operation ids that are not tested. */
  readonly leftOut?: ReadonlySet<string>;
}

export interface FuzzReport {
  /** Findings, each with the smallest request that shows it; empty when there are none. */
  readonly findings: readonly string[];
  /** Operations that refused a valid request, and why: those would hardly be tested. */
  readonly refusals: readonly string[];
}

const manyWorkers = 16;
/** A finding is shrunk with at most this many requests. */
const maxShrinkingRequests = 60;
/** One request in this many is sent twice at once, as an impatient client does. */
const twinEvery = 25;

/** Sends generated requests and checks each response: no 5xx error, and nothing undocumented. */
export async function fuzzApi(
  api: TestApi,
  context: CommandContext,
  options: FuzzOptions,
): Promise<FuzzReport> {
  const { document = api.app.document, leftOut, pathPrefix = "/", workers = manyWorkers } = options;
  const operations = operationsOf(document).filter(
    ({ path, operationId }) => path.startsWith(pathPrefix) && leftOut?.has(operationId) !== true,
  );
  const ask = createAsk(api, document);
  const refusals = await askForSuccess(ask, operations, context);
  const requests = requestsAt(operations, document, context);
  const findings = await Promise.all(
    Array.from({ length: workers }, (_, worker) =>
      runWorker(requests, ask, { ...options, workers, worker, names: context.names }),
    ),
  );
  return { findings: findings.filter((finding) => finding !== undefined), refusals };
}

/** One valid request to each operation, sequentially. */
async function askForSuccess(
  ask: Ask,
  operations: readonly Operation[],
  context: CommandContext,
): Promise<readonly string[]> {
  const refusals: string[] = [];
  for (const operation of operations) {
    const refusal = await refusalOf(ask, goodRequestAt(operation, context));
    if (refusal !== undefined) refusals.push(`${operation.operationId}: ${refusal}`);
  }
  return refusals;
}

async function refusalOf(ask: Ask, request: GeneratedRequest | undefined): Promise<string | undefined> {
  if (request === undefined) return "no valid request is known";
  try {
    const response = await ask(request);
    if (response === undefined) return "no response";
    return response.status < 300 ? wrongTypeOf(request, response) : response.text;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A request for a content type must get that type to count as tested. */
function wrongTypeOf({ headers }: GeneratedRequest, response: ObservedResponse): string | undefined {
  const [, expected = ""] = headers.find(([name]) => name === "Accept") ?? [];
  const type = response.headers.get("content-type") ?? "";
  return type.startsWith(expected) ? undefined : `the response was ${type} instead of ${expected}`;
}

interface WorkerOptions extends FuzzOptions {
  readonly workers: number;
  readonly worker: number;
  readonly names: ReadonlyMap<string, string>;
}

/** Sends requests until a response is wrong, and then shrinks that request. */
async function runWorker(
  requests: fc.Arbitrary<GeneratedRequest>,
  ask: Ask,
  options: WorkerOptions,
): Promise<string | undefined> {
  let shrinkingRequests = 0;
  let hasFailed = false;
  const property = fc.asyncProperty(requests, fc.nat(twinEvery - 1), async (request, twin) => {
    if (hasFailed) shrinkingRequests += 1;
    // Passing unchecked ends the shrinking with the smallest request found so far.
    if (shrinkingRequests > maxShrinkingRequests) return;
    try {
      await Promise.all(twin === 1 ? [ask(request), ask(request)] : [ask(request)]);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  });
  const seed = options.seed + options.worker;
  const result = await fc.check(property, { seed, numRuns: Math.ceil(options.requests / options.workers) });
  return result.failed ? describeFinding(result, options) : undefined;
}

/** Ids of requests and resources: different in each run, so not comparable. */
const idInText = /\b[0-9A-Z]{26}\b/g;

function describeFinding(
  { counterexample, errorInstance, numRuns }: fc.RunDetails<[GeneratedRequest, number]>,
  { seed, requests, names }: WorkerOptions,
): string {
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  const reason = message.replaceAll(idInText, "<id>");
  const lines = [
    `FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests} found, at request ${numRuns} of its worker:`,
    reason,
  ];
  if (counterexample === null) return lines.join("\n");
  const [request, twin] = counterexample;
  const times = twin === 1 ? ", sent twice at once" : "";
  return [...lines, `The smallest request that shows it${times}:`, describeRequest(request, names)].join(
    "\n",
  );
}
