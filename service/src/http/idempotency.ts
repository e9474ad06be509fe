import { createHmac } from "node:crypto";
import type { Database, Transaction } from "../db/database.ts";
import { isLockTimeout } from "../db/errors.ts";
import { assert } from "../kernel/assert.ts";
import { canonicalJson, type Json } from "../kernel/canonical-json.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { TenantId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import { isRefusal, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import { keyOf, recordOf, replayOf } from "./idempotency-record.ts";
import { createKeyQueue } from "./key-queue.ts";
import type { ApiResponse } from "./route.ts";
import {
  type Claim,
  claimFree,
  claimWaiting,
  findResponded,
  releaseClaims,
  storeResponse,
  storeResponses,
} from "./store.ts";
import { serialize, type WireReply } from "./wire-response.ts";

export interface IdempotencyDeps {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  /** Keys the request hash, so that read access to the database reveals nothing about a request. */
  readonly fingerprintKey: Buffer;
  /** How long a request waits for another one with its key before it gets 409. */
  readonly waitMs: number;
}

/** Identity of a request: the endpoint, its path and query parameters, and the body. */
export interface RequestIdentity {
  readonly operation: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export interface Idempotency {
  fingerprintOf(request: RequestIdentity): Buffer;
  /** The handler's response, or the stored response of an earlier request with this key. */
  respondOnce(
    claim: Claim,
    options: { readonly seals: boolean },
    work: (tx: Transaction) => Promise<ApiResponse>,
  ): Promise<WireReply>;
  /**
   * The same guarantee for many requests of one tenant in one transaction, each with its own outcome. A key that is in
   * use on another node blocks no other request: its request is refused as in flight, and can be handled on its own.
   */
  respondToManyOnce<Request extends { readonly claim: Claim }>(
    tx: Transaction,
    requests: readonly Request[],
    work: (requests: readonly Request[]) => Promise<readonly (ApiResponse | Refusal)[]>,
  ): Promise<readonly (WireReply | Refusal)[]>;
  /** Holds back further requests of this process with the same key while one is in flight. */
  inTurn<T>(claim: Claim, work: () => Promise<T>): Promise<T>;
}

const retryAfterSeconds = 1;

export function createIdempotency(deps: IdempotencyDeps): Idempotency {
  const queue = createKeyQueue();
  const inTurn: Idempotency["inTurn"] = async (claim, work) => {
    const leave = await queue.enter(keyOf(claim), deps.waitMs);
    if (leave === undefined) throw new RefusalError(inFlight());
    try {
      return await work();
    } finally {
      leave();
    }
  };
  return {
    fingerprintOf: (request) => fingerprintOf(deps.fingerprintKey, request),
    inTurn,
    respondOnce: (claim, { seals }, work) =>
      deps.database.transaction((tx) => respondToOne(deps, tx, claim, seals, work), {
        lockTimeoutMs: deps.waitMs,
      }),
    respondToManyOnce: (tx, requests, work) => respondToMany(deps, tx, requests, work),
  };
}

/** Bodies hold guessable numbers, such as an SSN, so a plain hash would reveal them. */
function fingerprintOf(key: Buffer, { operation, params, query, body = null }: RequestIdentity): Buffer {
  return createHmac("sha256", key)
    .update(canonicalJson([operation, params, query, body] as Json))
    .digest();
}

async function respondToOne(
  deps: IdempotencyDeps,
  tx: Transaction,
  claim: Claim,
  seals: boolean,
  work: (tx: Transaction) => Promise<ApiResponse>,
): Promise<WireReply> {
  if (!(await claimOne(deps, tx, claim))) {
    const outcome =
      (await earlierOutcomes(deps, tx, claim.tenantId, [claim])).get(keyOf(claim)) ?? inFlight();
    if (isRefusal(outcome)) throw new RefusalError(outcome);
    return outcome;
  }
  const response = serializeKeepable(await work(tx));
  await storeResponse(tx, recordOf(deps.keyRing, claim, response, seals));
  return response;
}

async function respondToMany<Request extends { readonly claim: Claim }>(
  deps: IdempotencyDeps,
  tx: Transaction,
  requests: readonly Request[],
  work: (requests: readonly Request[]) => Promise<readonly (ApiResponse | Refusal)[]>,
): Promise<readonly (WireReply | Refusal)[]> {
  const tenantId = tenantOfAll(requests);
  const ours = await claimMany(
    deps,
    tx,
    tenantId,
    requests.map(({ claim }) => claim),
  );
  const mine = new Set(firstOfEachKey(requests).filter(({ claim }) => ours.has(keyOf(claim))));
  const taken = requests.filter(({ claim }) => !ours.has(keyOf(claim))).map(({ claim }) => claim);
  const earlier = await earlierOutcomes(deps, tx, tenantId, taken);
  const fresh = await workOn([...mine], work);
  await settle(deps, tx, tenantId, [...mine], fresh);
  return requests.map((request) => {
    const outcomes = mine.has(request) ? fresh : earlier;
    return outcomes.get(keyOf(request.claim)) ?? inFlight();
  });
}

/** A second request with the same key in one batch counts as in flight, as on another node: it is handled later. */
function firstOfEachKey<Request extends { readonly claim: Claim }>(
  requests: readonly Request[],
): readonly Request[] {
  const firsts = new Map<string, Request>();
  for (const request of requests) {
    const key = keyOf(request.claim);
    if (!firsts.has(key)) firsts.set(key, request);
  }
  return [...firsts.values()];
}

async function workOn<Request extends { readonly claim: Claim }>(
  requests: readonly Request[],
  work: (requests: readonly Request[]) => Promise<readonly (ApiResponse | Refusal)[]>,
): Promise<ReadonlyMap<string, WireReply | Refusal>> {
  if (requests.length === 0) return new Map();
  const responses = await work(requests);
  assert(responses.length === requests.length, "a batch returns a result for each of its requests");
  return new Map(
    requests.map(({ claim }, index) => {
      const response = responses[index];
      assert(response !== undefined, "a batch returns a result for each of its requests");
      return [keyOf(claim), isRefusal(response) ? response : serializeKeepable(response)];
    }),
  );
}

/** Stores the responses of successful requests and releases the keys of refused ones. */
async function settle(
  deps: IdempotencyDeps,
  tx: Transaction,
  tenantId: TenantId,
  requests: readonly { readonly claim: Claim }[],
  outcomes: ReadonlyMap<string, WireReply | Refusal>,
): Promise<void> {
  const refused: Claim[] = [];
  const kept = [];
  for (const { claim } of requests) {
    const outcome = outcomes.get(keyOf(claim));
    if (outcome === undefined || isRefusal(outcome)) refused.push(claim);
    else kept.push(recordOf(deps.keyRing, claim, outcome, false));
  }
  if (kept.length > 0) await storeResponses(tx, tenantId, kept);
  if (refused.length > 0) await releaseClaims(tx, tenantId, refused);
}

async function claimOne(deps: IdempotencyDeps, tx: Transaction, claim: Claim): Promise<boolean> {
  try {
    return await claimWaiting(tx, claim, deps.clock.now());
  } catch (error) {
    if (isLockTimeout(error)) throw new RefusalError(inFlight(), { cause: error });
    throw error;
  }
}

async function claimMany(
  deps: IdempotencyDeps,
  tx: Transaction,
  tenantId: TenantId,
  claims: readonly Claim[],
): Promise<ReadonlySet<string>> {
  const rows = await claimFree(tx, tenantId, claims, deps.clock.now());
  return new Set(rows.map(({ application_id, key }) => keyOf({ callerId: application_id, key })));
}

async function earlierOutcomes(
  deps: IdempotencyDeps,
  tx: Transaction,
  tenantId: TenantId,
  claims: readonly Claim[],
): Promise<ReadonlyMap<string, WireReply | Refusal>> {
  if (claims.length === 0) return new Map();
  const records = await findResponded(tx, tenantId, claims);
  const byKey = new Map(
    records.map((record) => [keyOf({ callerId: record.application_id, key: record.key }), record]),
  );
  return new Map(
    claims.flatMap((claim) => {
      const record = byKey.get(keyOf(claim));
      return record === undefined ? [] : [[keyOf(claim), replayOf(deps.keyRing, claim, record)] as const];
    }),
  );
}

function serializeKeepable(response: ApiResponse): WireReply {
  const isSuccess = response.status >= 200 && response.status < 300;
  assert(
    isSuccess,
    "a handler returns success or refuses, so that a refused request does not use up its key",
  );
  return serialize(response);
}

function tenantOfAll(requests: readonly { readonly claim: Claim }[]): TenantId {
  const [first] = requests;
  assert(first !== undefined, "a batch is never empty");
  const { tenantId } = first.claim;
  assert(
    requests.every(({ claim }) => claim.tenantId === tenantId),
    "a batch belongs to one tenant",
  );
  return tenantId;
}

function inFlight(): Refusal {
  return refuse("idempotency_key_in_flight", "a request with this Idempotency-Key is still in progress", {
    retryAfterSeconds,
  });
}
