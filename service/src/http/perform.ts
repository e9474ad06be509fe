import type { Database } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { RefusalError, refusalCodes } from "../kernel/refusal.ts";
import type { Batcher, KeyedRequest } from "./batch.ts";
import {
  type ApiRequest,
  type BatchWork,
  type ReceivedFile,
  type Route,
  serialize,
  type UploadWork,
  type WireReply,
  type Work,
  type WriteWork,
} from "./route.ts";
import type { TenantShare } from "./tenant-share.ts";

export interface PerformDeps {
  readonly database: Database;
  readonly batcher: Batcher;
  readonly tenantShare: TenantShare;
}

/** Runs a route's handler: reads directly, writes in one transaction, once per idempotency key. */
export async function perform(
  deps: PerformDeps,
  route: Route,
  work: Exclude<Work, UploadWork>,
  request: ApiRequest,
  key: string | undefined,
): Promise<WireReply> {
  const { body } = request;
  switch (work.kind) {
    case "read":
    case "command":
      return serialize(await inShare(deps, request, () => work.handle(request)));
    case "write":
      return write(deps, route, await afterInquiry(work, request), { request, key, body });
    case "batch":
      assert(key !== undefined, "a batched endpoint always has an idempotency key");
      return deps.batcher.respond(route, await afterInquiry(work, request), { request, key, body });
  }
}

async function afterInquiry<Inquiring extends WriteWork | BatchWork>(
  work: Inquiring,
  request: ApiRequest,
): Promise<Inquiring | Pick<WriteWork, "kind" | "handle">> {
  const refusal = await work.inquire?.(request);
  if (refusal === undefined) return work;
  return { kind: "write", handle: () => Promise.reject(new RefusalError(refusal)) };
}

async function write(
  deps: PerformDeps,
  route: Route,
  work: Pick<WriteWork, "kind" | "sealsResponse" | "handle">,
  { request, key, body }: Omit<KeyedRequest, "key"> & { readonly key: string | undefined },
): Promise<WireReply> {
  if (key !== undefined) return deps.batcher.respond(route, work, { request, key, body });
  const transact = () => deps.database.transaction((tx) => work.handle(tx, request));
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

/** Writes the effect of a received file. The file is kept if and only if the effect is. */
export async function performUpload(
  deps: PerformDeps,
  route: Route,
  request: ApiRequest,
  key: string | undefined,
  file: ReceivedFile,
): Promise<WireReply> {
  const body = { fields: request.body, file: file.digest.toString("hex") };
  try {
    const response = await write(
      deps,
      route,
      { kind: "write", handle: (tx) => file.keep(tx, request) },
      { request, key, body },
    );
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
