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
import type { Answer } from "./route.ts";
import {
  type Claim,
  claimFree,
  claimWaiting,
  findAnswered,
  keepAnswer,
  keepAnswers,
  releaseClaims,
} from "./store.ts";
import { serialize, type WireAnswer } from "./wire-answer.ts";

export interface IdempotencyDeps {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  /** With it a fingerprint tells nothing about its request to somebody who has only the database. */
  readonly fingerprintKey: Buffer;
  /** How long a request waits for another one with its key before it gets 409. */
  readonly waitMs: number;
}

/** What makes two requests the same: the endpoint, what its address names, and the body. */
export interface RequestIdentity {
  readonly operation: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export interface Idempotency {
  fingerprintOf(request: RequestIdentity): Buffer;
  /** The work's answer, or the answer that an earlier request with this key got. */
  answerOnce(
    claim: Claim,
    options: { readonly seals: boolean },
    work: (tx: Transaction) => Promise<Answer>,
  ): Promise<WireAnswer>;
  /**
   * The same promise for many requests of one tenant in one transaction, each with its own outcome. A key that another
   * node is working on holds nobody up: its request is refused as in flight, and can be answered alone.
   */
  answerManyOnce<Request extends { readonly claim: Claim }>(
    tx: Transaction,
    requests: readonly Request[],
    work: (requests: readonly Request[]) => Promise<readonly (Answer | Refusal)[]>,
  ): Promise<readonly (WireAnswer | Refusal)[]>;
  /** Holds back further requests of this process with the same key while one is under way. */
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
    answerOnce: (claim, { seals }, work) =>
      deps.database.transaction((tx) => answerOne(deps, tx, claim, seals, work), {
        lockTimeoutMs: deps.waitMs,
      }),
    answerManyOnce: (tx, requests, work) => answerMany(deps, tx, requests, work),
  };
}

/** Bodies hold numbers that can be guessed, such as an SSN, so a plain hash would give them away. */
function fingerprintOf(key: Buffer, { operation, params, query, body = null }: RequestIdentity): Buffer {
  return createHmac("sha256", key)
    .update(canonicalJson([operation, params, query, body] as Json))
    .digest();
}

async function answerOne(
  deps: IdempotencyDeps,
  tx: Transaction,
  claim: Claim,
  seals: boolean,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<WireAnswer> {
  if (!(await claimOne(deps, tx, claim))) {
    const outcome =
      (await earlierOutcomes(deps, tx, claim.tenantId, [claim])).get(keyOf(claim)) ?? inFlight();
    if (isRefusal(outcome)) throw new RefusalError(outcome);
    return outcome;
  }
  const answer = serializeKeepable(await work(tx));
  await keepAnswer(tx, recordOf(deps.keyRing, claim, answer, seals));
  return answer;
}

async function answerMany<Request extends { readonly claim: Claim }>(
  deps: IdempotencyDeps,
  tx: Transaction,
  requests: readonly Request[],
  work: (requests: readonly Request[]) => Promise<readonly (Answer | Refusal)[]>,
): Promise<readonly (WireAnswer | Refusal)[]> {
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

/** A second request with the same key in one batch is in flight like one on another node: it is answered after. */
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
  work: (requests: readonly Request[]) => Promise<readonly (Answer | Refusal)[]>,
): Promise<ReadonlyMap<string, WireAnswer | Refusal>> {
  if (requests.length === 0) return new Map();
  const answers = await work(requests);
  assert(answers.length === requests.length, "a batch answers each of its requests");
  return new Map(
    requests.map(({ claim }, index) => {
      const answer = answers[index];
      assert(answer !== undefined, "a batch answers each of its requests");
      return [keyOf(claim), isRefusal(answer) ? answer : serializeKeepable(answer)];
    }),
  );
}

/** Keeps what succeeded and gives back the keys of what was refused. */
async function settle(
  deps: IdempotencyDeps,
  tx: Transaction,
  tenantId: TenantId,
  requests: readonly { readonly claim: Claim }[],
  outcomes: ReadonlyMap<string, WireAnswer | Refusal>,
): Promise<void> {
  const refused: Claim[] = [];
  const kept = [];
  for (const { claim } of requests) {
    const outcome = outcomes.get(keyOf(claim));
    if (outcome === undefined || isRefusal(outcome)) refused.push(claim);
    else kept.push(recordOf(deps.keyRing, claim, outcome, false));
  }
  if (kept.length > 0) await keepAnswers(tx, tenantId, kept);
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
): Promise<ReadonlyMap<string, WireAnswer | Refusal>> {
  if (claims.length === 0) return new Map();
  const records = await findAnswered(tx, tenantId, claims);
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

function serializeKeepable(answer: Answer): WireAnswer {
  const isSuccess = answer.status >= 200 && answer.status < 300;
  assert(isSuccess, "work answers with success or refuses, so that a refused request does not burn its key");
  return serialize(answer);
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
  return refuse("idempotency_key_in_flight", "a request with this Idempotency-Key is still being worked on", {
    retryAfterSeconds,
  });
}
