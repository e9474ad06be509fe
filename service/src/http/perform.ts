import type { Database } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { orThrow, RefusalError, refusalCodes } from "../kernel/refusal.ts";
import type { Batcher } from "./batcher.ts";
import type { Idempotency } from "./idempotency.ts";
import type { ApiRequest, BatchWork, ReceivedFile, Route, UploadWork, Work, WriteWork } from "./route.ts";
import type { Claim } from "./store.ts";
import type { TenantShare } from "./tenant-share.ts";
import { serialize, type WireReply } from "./wire-response.ts";

export interface PerformDeps {
  readonly database: Database;
  readonly idempotency: Idempotency;
  readonly batcher: Batcher;
  readonly tenantShare: TenantShare;
}

/** Runs a route's handler: reads directly, writes in one transaction, once per idempotency key. */
export async function perform(
  deps: PerformDeps,
  route: Route,
  work: Exclude<Work, UploadWork>,
  request: ApiRequest,
  claim: Claim | undefined,
): Promise<WireReply> {
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

/** Writes the effect of a received file. The file is kept if and only if the effect is. */
export async function performUpload(
  deps: PerformDeps,
  request: ApiRequest,
  claim: Claim | undefined,
  file: ReceivedFile,
): Promise<WireReply> {
  try {
    const response = await write(deps, request, claim, { handle: (tx) => file.keep(tx, request) });
    if (response.replayed) await file.discard();
    return response;
  } catch (error) {
    if (isCertain(error)) await file.discard();
    throw error;
  }
}

/** After any other failure the transaction may have committed anyway; then the effect needs its file. */
function isCertain(error: unknown): boolean {
  return error instanceof RefusalError && refusalCodes[error.refusal.code].status < 500;
}

async function write(
  deps: PerformDeps,
  request: ApiRequest,
  claim: Claim | undefined,
  work: Pick<WriteWork, "sealsResponse" | "inquire" | "handle">,
): Promise<WireReply> {
  const refusal = await work.inquire?.(request);
  const admitted =
    refusal === undefined ? work : { ...work, handle: () => Promise.reject(new RefusalError(refusal)) };
  if (claim !== undefined)
    return deps.idempotency.inTurn(claim, () => respondAlone(deps, request, claim, admitted));
  const transact = () => deps.database.transaction((tx) => admitted.handle(tx, request));
  return serialize(await inShare(deps, request, transact));
}

/** Public endpoints have no authenticated caller; they have their own limits. */
export function inShare<T>(
  { tenantShare }: PerformDeps,
  { principal }: ApiRequest,
  work: () => Promise<T>,
): Promise<T> {
  return principal === undefined ? work() : tenantShare.run(principal.tenantId, work);
}

function respondAlone(
  deps: PerformDeps,
  request: ApiRequest,
  claim: Claim,
  work: Pick<WriteWork, "sealsResponse" | "handle">,
): Promise<WireReply> {
  const options = { seals: work.sealsResponse ?? false };
  return inShare(deps, request, () =>
    deps.idempotency.respondOnce(claim, options, (tx) => work.handle(tx, request)),
  );
}

/** A key that another node is working on is awaited here, outside the batch, where it blocks no other request. */
async function performInBatch(
  deps: PerformDeps,
  route: Route,
  work: BatchWork,
  request: ApiRequest,
  claim: Claim,
): Promise<WireReply> {
  try {
    return await deps.batcher.submit(route, { request, claim });
  } catch (error) {
    const isHeld = error instanceof RefusalError && error.refusal.code === "idempotency_key_in_flight";
    if (!isHeld) throw error;
  }
  return respondAlone(deps, request, claim, {
    handle: async (tx) => {
      const [response] = await work.handle(tx, claim.tenantId, [request]);
      assert(response !== undefined, "a batch returns a result for each of its requests");
      return orThrow(response);
    },
  });
}
