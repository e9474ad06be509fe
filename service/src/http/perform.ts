import type { Database } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { orThrow, RefusalError, refusalCodes } from "../kernel/refusal.ts";
import type { BatchDesk } from "./batch-desk.ts";
import type { Idempotency } from "./idempotency.ts";
import type { ApiRequest, BatchWork, ReceivedFile, Route, UploadWork, Work, WriteWork } from "./route.ts";
import type { Claim } from "./store.ts";
import type { TenantShare } from "./tenant-share.ts";
import { serialize, type WireAnswer } from "./wire-answer.ts";

export interface PerformDeps {
  readonly database: Database;
  readonly idempotency: Idempotency;
  readonly batchDesk: BatchDesk;
  readonly tenantShare: TenantShare;
}

/** Does a route's work: reading as it is, writing in one transaction, once per idempotency key. */
export async function perform(
  deps: PerformDeps,
  route: Route,
  work: Exclude<Work, UploadWork>,
  request: ApiRequest,
  claim: Claim | undefined,
): Promise<WireAnswer> {
  switch (work.kind) {
    case "read":
    case "command":
      return serialize(await inShare(deps, request, () => work.handle(request)));
    case "write":
      return write(deps, request, claim, work);
    case "batch":
      assert(claim !== undefined, "a batched endpoint always has an idempotency key");
      return deps.idempotency.inTurn(claim, () => performInBatch(deps, route, work, request, claim));
  }
}

/** Writes the effect of a file that has arrived. The file stays where the effect does, and only there. */
export async function performUpload(
  deps: PerformDeps,
  request: ApiRequest,
  claim: Claim | undefined,
  file: ReceivedFile,
): Promise<WireAnswer> {
  try {
    const answer = await write(deps, request, claim, { handle: (tx) => file.keep(tx, request) });
    if (answer.replayed) await file.discard();
    return answer;
  } catch (error) {
    if (isCertain(error)) await file.discard();
    throw error;
  }
}

/** After any other failure the transaction may have committed all the same; then the effect needs its file. */
function isCertain(error: unknown): boolean {
  return error instanceof RefusalError && refusalCodes[error.refusal.code].status < 500;
}

async function write(
  deps: PerformDeps,
  request: ApiRequest,
  claim: Claim | undefined,
  work: Pick<WriteWork, "sealsAnswer" | "inquire" | "handle">,
): Promise<WireAnswer> {
  const refusal = await work.inquire?.(request);
  const admitted =
    refusal === undefined ? work : { ...work, handle: () => Promise.reject(new RefusalError(refusal)) };
  if (claim !== undefined)
    return deps.idempotency.inTurn(claim, () => answerAlone(deps, request, claim, admitted));
  const transact = () => deps.database.transaction((tx) => admitted.handle(tx, request));
  return serialize(await inShare(deps, request, transact));
}

/** Nobody is signed in at public endpoints; those have limits of their own. */
export function inShare<T>(
  { tenantShare }: PerformDeps,
  { principal }: ApiRequest,
  work: () => Promise<T>,
): Promise<T> {
  return principal === undefined ? work() : tenantShare.run(principal.tenantId, work);
}

function answerAlone(
  deps: PerformDeps,
  request: ApiRequest,
  claim: Claim,
  work: Pick<WriteWork, "sealsAnswer" | "handle">,
): Promise<WireAnswer> {
  const options = { seals: work.sealsAnswer ?? false };
  return inShare(deps, request, () =>
    deps.idempotency.answerOnce(claim, options, (tx) => work.handle(tx, request)),
  );
}

/** A key that another node is working on is waited for here, alone, where it holds up nobody else. */
async function performInBatch(
  deps: PerformDeps,
  route: Route,
  work: BatchWork,
  request: ApiRequest,
  claim: Claim,
): Promise<WireAnswer> {
  try {
    return await deps.batchDesk.submit(route, { request, claim });
  } catch (error) {
    const isHeld = error instanceof RefusalError && error.refusal.code === "idempotency_key_in_flight";
    if (!isHeld) throw error;
  }
  return answerAlone(deps, request, claim, {
    handle: async (tx) => {
      const [answer] = await work.handle(tx, claim.tenantId, [request]);
      assert(answer !== undefined, "a batch answers each of its requests");
      return orThrow(answer);
    },
  });
}
