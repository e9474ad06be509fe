import { assert } from "../../kernel/assert.ts";
import { ChainUnavailableError, type FeeOffer, type Prepared } from "../chain.ts";
import { type Attempt, selectLastFees, storeSigned } from "./attempt-store.ts";
import { eachOf } from "./each-of.ts";
import { type EngineDeps, nodeConcurrency } from "./engine-deps.ts";
import { giveUp } from "./reject-submissions.ts";
import type { SenderQueueAddresses } from "./sender-queue-addresses.ts";
import { type StoredWork, selectWork } from "./work-store.ts";

/**
 * Signs reserved submissions and stores them. Only stored transactions are ever sent. Returns them as stored, so that
 * they need not be read again.
 */
export async function signAttempts(
  deps: EngineDeps,
  reserved: readonly Attempt[],
  { live, addresses }: Pick<SigningContext, "live" | "addresses">,
): Promise<readonly Attempt[]> {
  if (reserved.length === 0) return [];
  const ids = [...new Set(reserved.map(({ workId }) => workId))];
  const work = new Map((await selectWork(deps.database, ids)).map((row) => [row.id, row]));
  const fees = await selectLastFees(deps.database, ids);
  const results = await eachOf(reserved, nodeConcurrency, async (attempt) => ({
    attempt,
    prepared: await sign(deps, attempt, { work: work.get(attempt.workId), fees, live, addresses }),
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
  readonly live: readonly Attempt[];
  readonly addresses: SenderQueueAddresses;
}

interface Result {
  readonly attempt: Attempt;
  readonly prepared: Prepared | UnsignableError;
}

class UnsignableError extends Error {
  override readonly name = "UnsignableError";
}

function onlySigned({ attempt, prepared }: Result) {
  return prepared instanceof UnsignableError ? [] : [{ attempt, prepared }];
}

function asStored({ attempt, prepared }: ReturnType<typeof onlySigned>[number]): Attempt {
  const { transactionId, fee, expiresAtHeight, contract } = prepared;
  const bytes = Buffer.from(prepared.bytes);
  return { ...attempt, state: "signed", transactionId, bytes, fee, expiresAtHeight, contract };
}

function onlyFailed({ attempt, prepared }: Result) {
  const isGivenUp = prepared instanceof UnsignableError && !attempt.isCancelTransaction;
  return isGivenUp ? [{ attempt, detail: prepared.message }] : [];
}

/** An unreachable node aborts the whole step; any other error concerns only this submission. */
async function sign(
  deps: EngineDeps,
  attempt: Attempt,
  context: SigningContext,
): Promise<Prepared | UnsignableError> {
  try {
    return await prepare(deps, attempt, context);
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw error;
    deps.onError(error);
    return new UnsignableError("the transaction could not be signed");
  }
}

async function prepare(
  { chain }: EngineDeps,
  attempt: Attempt,
  { work, fees, live, addresses }: SigningContext,
): Promise<Prepared> {
  assert(work !== undefined, "a submission belongs to an operation");
  const key = { role: attempt.senderRole, index: attempt.senderIndex };
  const senderQueue = { key, address: await addresses.of(key), sequence: attempt.sequence };
  const replaces = feeToBeat(attempt, live, fees);
  return attempt.isCancelTransaction
    ? chain.prepareCancelTransaction(senderQueue, replaces)
    : chain.prepare(work.operation, senderQueue, replaces);
}

/**
 * The fee of the transaction with the same nonce, because a node accepts a replacement only with a higher fee. Without
 * nonces, the previous transaction expired unincluded, so its fee is raised as well.
 */
function feeToBeat(
  attempt: Attempt,
  live: readonly Attempt[],
  fees: ReadonlyMap<string, FeeOffer>,
): FeeOffer | undefined {
  if (attempt.sequence === undefined) return fees.get(attempt.workId);
  return live.findLast(
    ({ workId, number, sequence }) =>
      workId === attempt.workId && sequence === attempt.sequence && number < attempt.number,
  )?.fee;
}
