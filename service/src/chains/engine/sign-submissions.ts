import { assert } from "../../kernel/assert.ts";
import { ChainUnavailableError, type FeeOffer, type Prepared } from "../chain.ts";
import { type KeyRef, keyName } from "../signer.ts";
import { eachOf } from "./each-of.ts";
import { type EngineDeps, nodeConcurrency, portionSize } from "./engine-deps.ts";
import type { Reservation } from "./reserve-work.ts";
import { giveUp } from "./retry-work.ts";
import type { StoredSubmission } from "./send-submissions.ts";
import { insertSubmissions, type Submission, saveNextSequences, storeSigned } from "./submission-store.ts";
import { type StoredWork, selectWork, updateWorkStates } from "./work-store.ts";

/**
 * Signs reserved operations and stores them, in the database transaction that stores their nonces. Only stored
 * transactions are ever sent. Returns them as stored.
 */
export async function signReservations(
  deps: EngineDeps,
  reservations: readonly Reservation[],
): Promise<readonly StoredSubmission[]> {
  // All at once, so that an adapter can share its calls among them.
  const results = await eachOf(reservations, portionSize, async (reservation) => ({
    reservation,
    prepared: await sign(deps, { ...reservation, isCancelTransaction: false }),
  }));
  await deps.checkpoint("signed");
  const stored = await storeReservations(deps, results);
  await deps.checkpoint("stored");
  const byWork = new Map(stored.map((submission) => [submission.workId, submission]));
  const submissions = results.map(({ reservation: { work }, prepared }) => {
    const submission = byWork.get(work.id);
    assert(submission !== undefined, "every reserved operation is stored");
    return { submission, prepared };
  });
  await giveUp(deps, submissions.flatMap(onlyFailed));
  return submissions.flatMap(({ submission, prepared }) =>
    prepared instanceof UnsignableError ? [] : [{ submission, bytes: prepared.bytes }],
  );
}

interface SignedReservation {
  readonly reservation: Reservation;
  readonly prepared: Prepared | UnsignableError;
}

function storeReservations(
  { chain, database, lease, clock }: EngineDeps,
  results: readonly SignedReservation[],
): Promise<readonly Submission[]> {
  const nextSequences = new Map<string, Parameters<typeof saveNextSequences>[2][number]>();
  for (const { reservation } of results) {
    const { senderQueue, sequence } = reservation;
    if (sequence === undefined) continue;
    const { role, index: senderIndex } = senderQueue;
    nextSequences.set(keyName(senderQueue), { role, senderIndex, nextSequence: sequence + 1n });
  }
  const submissions = results.map(({ reservation: { work, senderQueue, sequence }, prepared }) => ({
    workId: work.id,
    senderRole: senderQueue.role,
    senderIndex: senderQueue.index,
    sequence,
    isCancelTransaction: false,
    prepared: prepared instanceof UnsignableError ? undefined : prepared,
  }));
  return database.transaction(async (tx) => {
    await lease.fence(tx);
    const now = clock.now();
    const stored = await insertSubmissions(tx, chain.key, submissions, now);
    await updateWorkStates(
      tx,
      "sending",
      submissions.map(({ workId }) => workId),
      now,
    );
    await saveNextSequences(tx, chain.key, [...nextSequences.values()]);
    return stored;
  });
}

/** Signs stored reservations, which are replacements and no-op transactions. Returns those that are ready to be sent. */
export async function signSubmissions(
  deps: EngineDeps,
  reserved: readonly Submission[],
  live: readonly Submission[],
): Promise<readonly Submission[]> {
  if (reserved.length === 0) return [];
  const ids = [...new Set(reserved.map(({ workId }) => workId))];
  const work = new Map((await selectWork(deps.database, ids)).map((row) => [row.id, row]));
  const results = await eachOf(reserved, nodeConcurrency, async (submission) => ({
    submission,
    prepared: await sign(deps, {
      ...submission,
      work: work.get(submission.workId),
      senderQueue: { role: submission.senderRole, index: submission.senderIndex },
      replaces: feeToBeat(submission, live),
    }),
  }));
  await deps.checkpoint("signed");
  const signed = results.flatMap(onlySigned);
  const stored = await deps.database.transaction(async (tx) => {
    await deps.lease.fence(tx);
    return storeSigned(tx, signed);
  });
  await deps.checkpoint("stored");
  await giveUp(deps, results.flatMap(onlyFailed));
  // If any of them was no longer reserved, the next turn sends what is stored.
  return stored === signed.length ? signed.map(({ submission }) => submission) : [];
}

interface Result {
  readonly submission: Submission;
  readonly prepared: Prepared | UnsignableError;
}

class UnsignableError extends Error {
  override readonly name = "UnsignableError";
}

function onlySigned({ submission, prepared }: Result) {
  return prepared instanceof UnsignableError ? [] : [{ submission, prepared }];
}

function onlyFailed({ submission, prepared }: Result) {
  const isGivenUp = prepared instanceof UnsignableError && !submission.isCancelTransaction;
  return isGivenUp ? [{ submission, detail: prepared.message }] : [];
}

interface Unsigned {
  readonly work: StoredWork | undefined;
  readonly senderQueue: KeyRef;
  readonly sequence: bigint | undefined;
  readonly isCancelTransaction: boolean;
  readonly replaces: FeeOffer | undefined;
}

/** An unreachable node aborts the whole step; any other error concerns only this submission. */
async function sign(deps: EngineDeps, unsigned: Unsigned): Promise<Prepared | UnsignableError> {
  try {
    return await prepare(deps, unsigned);
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw error;
    deps.onError(error);
    return new UnsignableError("the transaction could not be signed");
  }
}

async function prepare(
  { chain, addressOf }: EngineDeps,
  { work, senderQueue: key, sequence, isCancelTransaction, replaces }: Unsigned,
): Promise<Prepared> {
  assert(work !== undefined, "a submission belongs to an operation");
  const senderQueue = { key, address: await addressOf(key), sequence };
  return isCancelTransaction
    ? chain.prepareCancelTransaction(senderQueue, replaces)
    : chain.prepare(work.operation, senderQueue, replaces);
}

/** The fee of the transaction with the same nonce, because a node accepts a replacement only with a higher fee. */
function feeToBeat(submission: Submission, live: readonly Submission[]): FeeOffer | undefined {
  return live.findLast(
    ({ workId, number, sequence }) =>
      workId === submission.workId && sequence === submission.sequence && number < submission.number,
  )?.fee;
}
