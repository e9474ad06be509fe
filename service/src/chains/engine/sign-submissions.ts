import { assert } from "../../kernel/assert.ts";
import { ChainUnavailableError, type FeeOffer, type Prepared } from "../chain.ts";
import { eachOf } from "./each-of.ts";
import { type EngineDeps, nodeConcurrency } from "./engine-deps.ts";
import { giveUp } from "./retry-work.ts";
import { type Submission, selectLastFees, storeSigned } from "./submission-store.ts";
import { type StoredWork, selectWork } from "./work-store.ts";

/**
 * Signs reserved submissions and stores them. Only stored transactions are ever sent. Returns them as stored, so that
 * they need not be read again.
 */
export async function signSubmissions(
  deps: EngineDeps,
  reserved: readonly Submission[],
  live: readonly Submission[],
): Promise<readonly Submission[]> {
  if (reserved.length === 0) return [];
  const ids = [...new Set(reserved.map(({ workId }) => workId))];
  const work = new Map((await selectWork(deps.database, ids)).map((row) => [row.id, row]));
  const fees = await selectLastFees(deps.database, ids);
  const results = await eachOf(reserved, nodeConcurrency, async (submission) => ({
    submission,
    prepared: await sign(deps, submission, { work: work.get(submission.workId), fees, live }),
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
  return stored === signed.length ? signed.map(asStored) : [];
}

interface SigningContext {
  readonly work: StoredWork | undefined;
  readonly fees: ReadonlyMap<string, FeeOffer>;
  readonly live: readonly Submission[];
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

function asStored({ submission, prepared }: ReturnType<typeof onlySigned>[number]): Submission {
  const { transactionId, fee, expiresAtHeight, contract } = prepared;
  const bytes = Buffer.from(prepared.bytes);
  return { ...submission, state: "signed", transactionId, bytes, fee, expiresAtHeight, contract };
}

function onlyFailed({ submission, prepared }: Result) {
  const isGivenUp = prepared instanceof UnsignableError && !submission.isCancelTransaction;
  return isGivenUp ? [{ submission, detail: prepared.message }] : [];
}

/** An unreachable node aborts the whole step; any other error concerns only this submission. */
async function sign(
  deps: EngineDeps,
  submission: Submission,
  context: SigningContext,
): Promise<Prepared | UnsignableError> {
  try {
    return await prepare(deps, submission, context);
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw error;
    deps.onError(error);
    return new UnsignableError("the transaction could not be signed");
  }
}

async function prepare(
  { chain, addressOf }: EngineDeps,
  submission: Submission,
  { work, fees, live }: SigningContext,
): Promise<Prepared> {
  assert(work !== undefined, "a submission belongs to an operation");
  const key = { role: submission.senderRole, index: submission.senderIndex };
  const senderQueue = { key, address: await addressOf(key), sequence: submission.sequence };
  const replaces = feeToBeat(submission, live, fees);
  return submission.isCancelTransaction
    ? chain.prepareCancelTransaction(senderQueue, replaces)
    : chain.prepare(work.operation, senderQueue, replaces);
}

/**
 * The fee of the transaction with the same nonce, because a node accepts a replacement only with a higher fee. Without
 * nonces, the previous transaction expired unincluded, so its fee is raised as well.
 */
function feeToBeat(
  submission: Submission,
  live: readonly Submission[],
  fees: ReadonlyMap<string, FeeOffer>,
): FeeOffer | undefined {
  if (submission.sequence === undefined) return fees.get(submission.workId);
  return live.findLast(
    ({ workId, number, sequence }) =>
      workId === submission.workId && sequence === submission.sequence && number < submission.number,
  )?.fee;
}
