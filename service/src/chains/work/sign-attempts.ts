import { assert } from "../../kernel/assert.ts";
import { ChainUnavailableError, type FeeOffer, type Prepared } from "../chain.ts";
import { type Attempt, selectLastFees, storeSigned } from "./attempt-store.ts";
import { eachOf } from "./each-of.ts";
import { type EngineDeps, nodeConcurrency } from "./engine-deps.ts";
import { giveUp } from "./give-up.ts";
import type { LaneAddresses } from "./lane-addresses.ts";
import { type StoredWork, selectWork } from "./work-store.ts";

/**
 * Signs what has a sequence and stores it. Only what is stored is ever sent: those that are, as they were stored, are
 * answered, so that nobody has to read them again.
 */
export async function signAttempts(
  deps: EngineDeps,
  reserved: readonly Attempt[],
  { live, addresses }: Pick<Circumstances, "live" | "addresses">,
): Promise<readonly Attempt[]> {
  if (reserved.length === 0) return [];
  const ids = [...new Set(reserved.map(({ workId }) => workId))];
  const work = new Map((await selectWork(deps.database, ids)).map((one) => [one.id, one]));
  const fees = await selectLastFees(deps.database, ids);
  const results = await eachOf(reserved, nodeConcurrency, async (attempt) => ({
    attempt,
    prepared: await sign(deps, attempt, { work: work.get(attempt.workId), fees, live, addresses }),
  }));
  await deps.checkpoint("signed");
  const signed = results.flatMap(signedOnes);
  const stored = await deps.database.transaction(async (tx) => {
    await deps.lease.fence(tx);
    return storeSigned(tx, signed);
  });
  await deps.checkpoint("stored");
  await giveUp(deps, results.flatMap(failedOnes));
  // Should any not have been waiting for a signature, the next turn sends what the table says.
  return stored === signed.length ? signed.map(asStored) : [];
}

interface Circumstances {
  readonly work: StoredWork | undefined;
  readonly fees: ReadonlyMap<string, FeeOffer>;
  readonly live: readonly Attempt[];
  readonly addresses: LaneAddresses;
}

interface Result {
  readonly attempt: Attempt;
  readonly prepared: Prepared | UnsignableError;
}

class UnsignableError extends Error {
  override readonly name = "UnsignableError";
}

function signedOnes({ attempt, prepared }: Result) {
  return prepared instanceof UnsignableError ? [] : [{ attempt, prepared }];
}

function asStored({ attempt, prepared }: ReturnType<typeof signedOnes>[number]): Attempt {
  const { transactionId, fee, expiresAtHeight, contract } = prepared;
  const bytes = Buffer.from(prepared.bytes);
  return { ...attempt, state: "signed", transactionId, bytes, fee, expiresAtHeight, contract };
}

function failedOnes({ attempt, prepared }: Result) {
  const isGivenUp = prepared instanceof UnsignableError && !attempt.isFiller;
  return isGivenUp ? [{ attempt, detail: prepared.message }] : [];
}

/** A node that is silent stops the whole step; anything else is the trouble of this one attempt. */
async function sign(
  deps: EngineDeps,
  attempt: Attempt,
  circumstances: Circumstances,
): Promise<Prepared | UnsignableError> {
  try {
    return await prepare(deps, attempt, circumstances);
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw error;
    deps.onError(error);
    return new UnsignableError("its transaction could not be made");
  }
}

async function prepare(
  { chain }: EngineDeps,
  attempt: Attempt,
  { work, fees, live, addresses }: Circumstances,
): Promise<Prepared> {
  assert(work !== undefined, "an attempt is made for some work");
  const key = { duty: attempt.laneDuty, index: attempt.laneIndex };
  const lane = { key, address: await addresses.of(key), sequence: attempt.sequence };
  const replaces = feeToBeat(attempt, live, fees);
  return attempt.isFiller
    ? chain.prepareFiller(lane, replaces)
    : chain.prepare(work.operation, lane, replaces);
}

/**
 * What the transaction with the same sequence offered, because a node takes another one only for more. Without sequences
 * the one before has died waiting, so it is offered more as well.
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
