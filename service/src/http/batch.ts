import type { KeyObject } from "node:crypto";
import { type BatchedWriter, createBatchedWriter } from "../db/batched-writer.ts";
import type { Database, Transaction } from "../db/database.ts";
import { isLockTimeout } from "../db/errors.ts";
import { together } from "../db/together.ts";
import { assert } from "../kernel/assert.ts";
import { canonicalJson, type Json } from "../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../kernel/envelope.ts";
import type { Clock } from "../kernel/instant.ts";
import { createKeyedDigest } from "../kernel/keyed-digest.ts";
import { isRefusal, orThrow, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import {
  type ApiRequest,
  type ApiResponse,
  type BatchWork,
  type Gatekeeper,
  principalOf,
  type Route,
  serialize,
  type WireReply,
  type WriteWork,
} from "./route.ts";
import {
  awaitKey,
  type Claim,
  type EarlierResponse,
  findResponses,
  idempotencyKey,
  lockFree,
  type StoredResponse,
  storeResponses,
} from "./store.ts";
import { responseContext } from "./tables.ts";
import type { TenantShare } from "./tenant-share.ts";

/** Writes with an idempotency key: each has its effect once, and those of a batched endpoint share transactions. */
export interface Batcher {
  /** The handler's response, or the stored response of an earlier request with this key. */
  respond(route: Pick<Route, "operationId">, work: KeyedWork, keyed: KeyedRequest): Promise<WireReply>;
  /** Finishes all accepted requests and accepts no more. */
  drain(): Promise<void>;
}

export type KeyedWork = BatchWork | Pick<WriteWork, "kind" | "sealsResponse" | "handle">;

export interface KeyedRequest {
  readonly request: ApiRequest;
  readonly key: string;
  /** The body with which the key must be sent again: with the hash of its file, for an upload. */
  readonly body: unknown;
}

export interface BatcherDeps {
  readonly database: Database;
  readonly tenantShare: TenantShare;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  /** Keys the request hash, so that read access to the database reveals nothing about a request. */
  readonly fingerprintKey: KeyObject;
  /** How long a request waits for another one with its key before it gets 409. */
  readonly waitMs: number;
}

export interface BatchLimits {
  readonly maxBatch: number;
  readonly maxWaitMs: number;
  readonly maxQueued: number;
  readonly maxConcurrentBatches: number;
  readonly maxSlots: number;
}

interface Submission {
  readonly request: ApiRequest;
  readonly claim: Claim;
}

interface BatchedSubmission extends Submission {
  readonly operationId: string;
  readonly work: BatchWork;
}

const retryAfterSeconds = 1;
/** How long a batch waits for a lock, such as that of a ledger's head, in a slot that others may need. */
const batchLockTimeoutMs = 1_000;
/** How long a request tries again with the next batch, before its client has to. */
const retryLockedForMs = 5_000;

export function createBatcher(deps: BatcherDeps, limits: BatchLimits): Batcher {
  const keys = createKeyQueue();
  const digest = createKeyedDigest(deps.fingerprintKey);
  // One writer for all endpoints, so that a tenant has no slots for each of them.
  const writer: BatchedWriter<BatchedSubmission, WireReply | Refusal> = createBatchedWriter({
    ...limits,
    name: "batched requests",
    retryLockedForMs,
    partitionOf: ({ claim, operationId }) => `${claim.tenantId} ${claim.network} ${operationId}`,
    holderOf: tenantOfPartition,
    batchesPerPartition: 3,
    write: (submissions) =>
      deps.database.transaction((tx) => respondToAll(deps, tx, submissions, workOf(submissions)), {
        lockTimeoutMs: batchLockTimeoutMs,
        genericPlans: true,
      }),
    onBatch: (partition) => deps.tenantShare.count(tenantOfPartition(partition)),
  });

  return {
    respond: async ({ operationId }, work, keyed) => {
      const submission = { request: keyed.request, claim: claimOf(digest, operationId, keyed) };
      const leave = await keys.enter(idempotencyKey(submission.claim), deps.waitMs);
      if (leave === undefined) throw new RefusalError(inFlight());
      try {
        if (work.kind === "write") return await respondAlone(deps, submission, work);
        const response = await writer.submit({ ...submission, operationId, work });
        if (!isInFlight(response)) return orThrow(response);
        // Another node works on this key. It is awaited outside the batch, where it blocks no other request.
        return await respondAlone(deps, submission, work);
      } finally {
        leave();
      }
    },
    drain: () => writer.drain(),
  };
}

function tenantOfPartition(partition: string): string {
  return partition.slice(0, partition.indexOf(" "));
}

function workOf([first]: readonly BatchedSubmission[]): BatchWork {
  assert(first !== undefined, "a batch is never empty");
  return first.work;
}

/** Bodies hold guessable numbers, such as an SSN, so a plain hash would reveal them. */
function claimOf(
  digest: (text: string) => Buffer,
  operationId: string,
  { request, key, body = null }: KeyedRequest,
): Claim {
  const { tenantId, network, caller } = principalOf(request);
  const fingerprint = digest(canonicalJson([operationId, request.params, request.query, body] as Json));
  return { tenantId, network, callerId: caller.id, key, fingerprint };
}

/**
 * Lets the first caller with a key proceed and holds back further ones until it is done; then they all proceed and find
 * its response. Without it, a client that sends one request a hundred times at once would hold a hundred database
 * connections waiting for the first.
 */
export function createKeyQueue(): {
  /** Resolves with the function to call when done, or with undefined when the first caller timed out. */
  enter(key: string, waitMs: number): Promise<(() => void) | undefined>;
} {
  const firsts = new Map<string, Promise<void>>();
  return {
    enter: async (key, waitMs) => {
      const first = firsts.get(key);
      if (first !== undefined) return (await isDoneWithin(first, waitMs)) ? () => {} : undefined;
      let finish = (): void => {};
      firsts.set(
        key,
        new Promise((resolve) => {
          finish = resolve;
        }),
      );
      return () => {
        firsts.delete(key);
        finish();
      };
    },
  };
}

async function isDoneWithin(promise: Promise<void>, waitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs);
  });
  try {
    return await Promise.race([promise.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** A batch of one, in its own transaction, which waits for its key. */
function respondAlone(deps: BatcherDeps, submission: Submission, work: KeyedWork): Promise<WireReply> {
  const transact = () =>
    deps.database.transaction(
      async (tx) => {
        const [response] = await respondToAll(deps, tx, [submission], work, lockAwaited);
        assert(response !== undefined, "a request has its response");
        return orThrow(response);
      },
      { lockTimeoutMs: deps.waitMs },
    );
  return deps.tenantShare.run(submission.claim.tenantId, transact);
}

/**
 * Locks the keys, handles the requests whose keys are new, and stores the responses, in one transaction of one tenant in
 * one network. A key that is in use on another node blocks no other request: its request is refused as in flight. So is a
 * second request with the same key. A refused request stores nothing, so it does not use up its key.
 */
async function respondToAll(
  deps: BatcherDeps,
  tx: Transaction,
  submissions: readonly Submission[],
  work: KeyedWork,
  lockKeys = lockFree,
): Promise<readonly (WireReply | Refusal)[]> {
  const firsts = firstOfEachKey(submissions);
  const claims = firsts.map(({ claim }) => claim);
  const [scope] = claims;
  assert(scope !== undefined, "a batch is never empty");
  const [locked, earlier, gatekeeper] = await together([
    lockKeys(tx, claims),
    findResponses(tx, claims),
    work.kind === "batch" ? work.gate?.(tx, scope) : undefined,
  ]);
  const isNew = (key: string): boolean => locked.has(key) && !earlier.has(key);
  const fresh = firsts.filter(({ claim }) => isNew(idempotencyKey(claim)));
  const responses = await handle(tx, fresh, work, gatekeeper);
  store(deps, tx, responses, work);
  return submissions.map((submission) => {
    const record = earlier.get(idempotencyKey(submission.claim));
    const replay = record === undefined ? inFlight() : replayOf(deps.keyRing, submission.claim, record);
    return responses.get(submission) ?? replay;
  });
}

function firstOfEachKey(submissions: readonly Submission[]): readonly Submission[] {
  const firsts = new Map<string, Submission>();
  for (const submission of submissions) {
    const key = idempotencyKey(submission.claim);
    if (!firsts.has(key)) firsts.set(key, submission);
  }
  return [...firsts.values()];
}

/** Locks a single key, and waits for it if another node is working on it. */
async function lockAwaited(...[tx, claims]: Parameters<typeof lockFree>): Promise<ReadonlySet<string>> {
  const [claim, second] = claims;
  assert(claim !== undefined && second === undefined, "only a request on its own waits for its key");
  try {
    await awaitKey(tx, claim);
    return new Set([idempotencyKey(claim)]);
  } catch (error) {
    if (isLockTimeout(error)) throw new RefusalError(inFlight(), { cause: error });
    throw error;
  }
}

/** What the gate stops has its result from there; the work gets the others. */
async function handle(
  tx: Transaction,
  submissions: readonly Submission[],
  work: KeyedWork,
  gatekeeper: Gatekeeper | undefined,
): Promise<ReadonlyMap<Submission, WireReply | Refusal>> {
  if (submissions.length === 0) return new Map();
  const stopped = (await gatekeeper?.stop(submissions.map(({ request }) => request))) ?? [];
  const passed = submissions.filter((_, index) => stopped[index] === undefined);
  const requests = passed.map(({ request }) => request);
  const [first] = passed;
  let handled: readonly (ApiResponse | Refusal)[] = [];
  if (first !== undefined)
    handled =
      work.kind === "write"
        ? await Promise.all(requests.map((request) => work.handle(tx, request)))
        : await work.handle(tx, first.claim, requests);
  assert(handled.length === passed.length, "a batch returns a result for each of its requests");
  const results = new Map(passed.map((submission, index) => [submission, handled[index]]));
  const responses = new Map<Submission, WireReply | Refusal>();
  for (const [index, submission] of submissions.entries()) {
    const response = stopped[index] ?? results.get(submission);
    assert(response !== undefined, "a batch returns a result for each of its requests");
    if (isRefusal(response)) await gatekeeper?.release(submission.request);
    responses.set(submission, isRefusal(response) ? response : serializeKeepable(response));
  }
  return responses;
}

function serializeKeepable(response: ApiResponse): WireReply {
  const isSuccess = response.status >= 200 && response.status < 300;
  assert(
    isSuccess,
    "a handler returns success or refuses, so that a refused request does not use up its key",
  );
  return serialize(response);
}

function store(
  { keyRing, clock }: BatcherDeps,
  tx: Transaction,
  responses: ReadonlyMap<Submission, WireReply | Refusal>,
  work: KeyedWork,
): void {
  const seals = work.kind === "write" && work.sealsResponse === true;
  const stored: StoredResponse[] = [];
  for (const [{ claim }, response] of responses) {
    if (isRefusal(response)) continue;
    stored.push(recordOf(keyRing, claim, response, seals || response.isSealed === true));
  }
  storeResponses(tx, stored, clock.now());
}

/** The stored part of a response; sealed where the response holds a secret or an account number. */
export function recordOf(
  keyRing: KeyRing,
  claim: Claim,
  { status, headers, body }: WireReply,
  seals: boolean,
): StoredResponse {
  assert(!Buffer.isBuffer(body), "only text responses are stored");
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const sealed = bytes !== undefined && seals;
  return {
    claim,
    status,
    headers,
    body: sealed ? seal(keyRing, bytes, responseContext(claim)) : bytes,
    sealed,
  };
}

/** The first response again, or a refusal when the key was sent with a different request. */
function replayOf(keyRing: KeyRing, claim: Claim, record: EarlierResponse): WireReply | Refusal {
  if (!record.fingerprint.equals(claim.fingerprint)) {
    return refuse("idempotency_key_reused", "this Idempotency-Key was already used with a different request");
  }
  const { status, headers, body, sealed } = record;
  const bytes = body !== undefined && sealed ? open(keyRing, body, responseContext(claim)) : body;
  return { status, headers, body: bytes?.toString(), replayed: true };
}

function inFlight(): Refusal {
  return refuse("idempotency_key_in_flight", "a request with this Idempotency-Key is still in progress", {
    retryAfterSeconds,
  });
}

function isInFlight(response: WireReply | Refusal): boolean {
  return isRefusal(response) && response.code === "idempotency_key_in_flight";
}
