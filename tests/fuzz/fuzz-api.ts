import fc from "fast-check";
import type { OpenApiDocument } from "../../service/src/http/openapi.ts";
import type { TestApi } from "../../service/test/api.ts";
import { type Ask, createAsk } from "./ask.ts";
import { describeRequest, type GeneratedRequest } from "./generated-request.ts";
import { type Operation, operationsOf } from "./operations.ts";
import { goodRequestAt, requestsAt } from "./requests.ts";
import type { ObservedResponse } from "./seen-response.ts";
import type { CommandContext } from "./context.ts";

export interface FuzzOptions {
  readonly seed: number;
  /** How many requests are made, shared out between the lanes. */
  readonly requests: number;
  /** Only operations whose path begins like this; all of them when it is left out. */
  readonly pathPrefix?: string;
  /** What is tried instead of the API: what the console calls. */
  readonly document?: OpenApiDocument;
  /** By their ids; these are not tried. */
  readonly leftOut?: ReadonlySet<string>;
}

export interface FuzzReport {
  /** What was found, each with the smallest request that shows it; empty when all is well. */
  readonly findings: readonly string[];
  /** The operations that refused a request known to be good, and why: those would hardly be tried. */
  readonly refusals: readonly string[];
}

const senderQueues = 16;
/** A finding is made smaller as long as this many requests last; more would not tell more. */
const maxShrinkingRequests = 60;
/** One request in so many is sent twice at once, as an impatient client does. */
const twinEvery = 25;

/** Sends generated requests and looks at each answer: no fault, and nothing that the API document does not tell. */
export async function fuzzApi(
  api: TestApi,
  context: CommandContext,
  options: FuzzOptions,
): Promise<FuzzReport> {
  const { document = api.app.document, leftOut, pathPrefix = "/" } = options;
  const operations = operationsOf(document).filter(
    ({ path, operationId }) => path.startsWith(pathPrefix) && leftOut?.has(operationId) !== true,
  );
  const ask = createAsk(api, document);
  const refusals = await askForSuccess(ask, operations, context);
  const requests = requestsAt(operations, document, context);
  const findings = await Promise.all(
    Array.from({ length: senderQueues }, (_, senderQueue) =>
      runSenderQueue(requests, ask, { ...options, senderQueue, names: context.names }),
    ),
  );
  return { findings: findings.filter((finding) => finding !== undefined), refusals };
}

/** One good request at each operation, one after the other: what the first has used up the next does not need. */
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
  if (request === undefined) return "no good request is known";
  try {
    const response = await ask(request);
    if (response === undefined) return "there was no answer";
    return response.status < 300 ? wrongTypeOf(request, response) : response.text;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whoever asks for a type and gets another has not tried the one. */
function wrongTypeOf({ headers }: GeneratedRequest, response: ObservedResponse): string | undefined {
  const [, expected = ""] = headers.find(([name]) => name === "Accept") ?? [];
  const type = response.headers.get("content-type") ?? "";
  return type.startsWith(expected) ? undefined : `it was answered with ${type} instead of ${expected}`;
}

interface SenderQueueOptions extends FuzzOptions {
  readonly senderQueue: number;
  readonly names: ReadonlyMap<string, string>;
}

/** One request after the other, until one is answered wrongly; that one is then made as small as it goes. */
async function runSenderQueue(
  requests: fc.Arbitrary<GeneratedRequest>,
  ask: Ask,
  options: SenderQueueOptions,
): Promise<string | undefined> {
  let shrinkingRequests = 0;
  let hasFailed = false;
  const property = fc.asyncProperty(requests, fc.nat(twinEvery - 1), async (request, twin) => {
    if (hasFailed) shrinkingRequests += 1;
    // Passing without a look ends the shrinking with the smallest request found so far.
    if (shrinkingRequests > maxShrinkingRequests) return;
    try {
      await Promise.all(twin === 1 ? [ask(request), ask(request)] : [ask(request)]);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  });
  const seed = options.seed + options.senderQueue;
  const result = await fc.check(property, { seed, numRuns: Math.ceil(options.requests / senderQueues) });
  return result.failed ? describeFinding(result, options) : undefined;
}

/** The ids of requests and of what they made: another one in each run, and nothing to compare by. */
const idInText = /\b[0-9A-Z]{26}\b/g;

function describeFinding(
  { counterexample, errorInstance, numRuns }: fc.RunDetails<[GeneratedRequest, number]>,
  { seed, requests, names }: SenderQueueOptions,
): string {
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  const reason = message.replaceAll(idInText, "<id>");
  const lines = [
    `FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests} found, at request ${numRuns} of its lane:`,
    reason,
  ];
  if (counterexample === null) return lines.join("\n");
  const [request, twin] = counterexample;
  const times = twin === 1 ? ", sent twice at once" : "";
  return [...lines, `The smallest request that shows it${times}:`, describeRequest(request, names)].join(
    "\n",
  );
}
