import type { Database, Transaction } from "../../db/database.ts";
import type { JobContext } from "../../jobs/index.ts";
import { assert } from "../../kernel/assert.ts";
import { systemCause } from "../../kernel/cause.ts";
import { loadProfile } from "../profile/sealed-profile.ts";
import type { Profile } from "../profile.ts";
import { type Advance, advance, lockVerification } from "./advance.ts";
import { areDocumentsPossible } from "./documents-possible.ts";
import { enqueueVerify, verifyKind } from "./enqueue-verify.ts";
import type {
  ProviderAnswer,
  ProviderDecision,
  ProviderOf,
  ProviderQuestion,
  VerificationProvider,
} from "./provider.ts";
import { freeDocuments, type RequiredBy } from "./require-documents.ts";
import { selectRequirements } from "./requirement-store.ts";
import { type RequiredDocument, requiredBySet, stillMissing } from "./requirements.ts";
import { recordScreening, type ScreenDeps, screenAccount } from "./screen-account.ts";
import { selectVerification } from "./store.ts";
import { personLabelsOf } from "./subjects.ts";
import type { Verification, VerificationKey } from "./verification.ts";

export interface VerifyDeps extends ScreenDeps {
  readonly database: Database;
  readonly providers: ProviderOf;
}

type Context = Pick<JobContext<unknown>, "completeIn" | "signal" | "attempt">;

/** About a day of asking a provider that gives no answer; then a person decides instead. */
export const verifyAttempts = 50;

/** A step is done again when the review changed meanwhile; a job that never gets to its end is tried again later. */
const maxSteps = 10;
const cause = systemCause(verifyKind);

/**
 * Does what the review needs next, step after step: screens where nobody has under the present names, then asks the
 * provider. Each step looks at the world
 * outside of any transaction and writes in one, and only on the revision that it looked at, so a step that was
 * interrupted, or done twice, has happened once.
 */
export async function verifyAccount(deps: VerifyDeps, key: VerificationKey, context: Context): Promise<void> {
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const verification = await selectVerification(deps.database, key);
    assert(verification !== undefined, "a job is enqueued with the review that it works on");
    const { stage } = verification.state;
    if (!verification.isScreened && stage !== "rejected") await screenStep(deps, verification);
    else if (stage !== "deciding") return;
    else if (await decideStep(deps, verification, context)) return;
  }
  throw new RestlessReviewError(`the review changed ${maxSteps} times while it was worked on`);
}

async function screenStep(deps: VerifyDeps, seen: Verification): Promise<void> {
  const { results } = await screenAccount(deps, deps.database, seen);
  await onUnchanged(deps, seen, async (tx, verification) => {
    await recordScreening(deps, tx, { verification, results, cause });
  });
}

/** True when the job is done. */
async function decideStep(deps: VerifyDeps, seen: Verification, context: Context): Promise<boolean> {
  const provider = deps.providers[seen.network];
  const profile = await loadProfile(deps, deps.database, seen);
  const { answer, problem } = await ask(provider, {
    key: `${seen.accountId}/${seen.revision}`,
    network: seen.network,
    profile,
    documents: await selectRequirements(deps.database, seen),
    askedSince: seen.stageSince,
    signal: context.signal,
  });
  if (answer.outcome === "unknown" && (context.attempt < verifyAttempts || context.signal.aborted)) {
    const message = `the provider ${provider.name} gave no answer; it is asked again`;
    throw new ProviderUnknownError(message, { cause: problem });
  }
  return onUnchanged(deps, seen, async (tx, verification) => {
    if (answer.outcome === "pending") {
      await enqueueVerify(deps.jobQueue, tx, verification, answer.askAgainAt);
    } else {
      const step = await stepOf(tx, { verification, profile, answer });
      await advance(deps, tx, { ...step, verification, cause, provider: provider.name });
    }
    await context.completeIn(tx);
  });
}

/** After an exception nobody knows what the provider made of the question, so that is what it counts as. */
async function ask(
  provider: VerificationProvider,
  question: ProviderQuestion,
): Promise<{ readonly answer: ProviderAnswer; readonly problem?: unknown }> {
  try {
    return { answer: await provider.ask(question) };
  } catch (problem) {
    return { answer: { outcome: "unknown" }, problem };
  }
}

/** False when the review is not any more what was looked at; then nothing was written. */
function onUnchanged(
  { database }: VerifyDeps,
  seen: Verification,
  write: (tx: Transaction, verification: Verification) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const verification = await lockVerification(tx, seen);
    if (verification?.revision !== seen.revision) return false;
    await write(tx, verification);
    return true;
  });
}

type Step = Pick<Advance, "event" | "required" | "rejectionCode">;

async function stepOf(
  tx: Transaction,
  told: {
    readonly verification: Verification;
    readonly profile: Profile;
    readonly answer: Exclude<ProviderAnswer, { readonly outcome: "pending" }>;
  },
): Promise<Step> {
  const { verification, profile, answer } = told;
  // A provider that does not take the question, or never answers it, leaves it to a person.
  const decision: ProviderDecision =
    answer.outcome === "accepted" ? answer.decision : { verdict: "referred" };
  switch (decision.verdict) {
    case "passed":
      return { event: { name: "provider_passed" } };
    case "denied":
      return { event: { name: "provider_denied" }, rejectionCode: decision.code };
    case "referred":
      return { event: { name: "provider_referred" } };
    case "documents_required":
      return requireSet(tx, verification, requiredBySet(decision.set, personLabelsOf(profile)));
  }
}

/**
 * What has been uploaded is not asked for again; when nothing is missing, or nothing can be sent, a person looks at what
 * there is.
 */
async function requireSet(
  tx: Transaction,
  verification: Verification,
  set: readonly RequiredDocument[],
): Promise<Step> {
  // On testnet the sandbox plays at asking, and a simulation or a person goes on from there.
  const canWait = verification.network === "testnet" || (await areDocumentsPossible(tx, verification));
  if (!canWait) return { event: { name: "provider_referred" } };
  const requirements = await selectRequirements(tx, verification);
  const { documents, isAllThere } = stillMissing(set, requirements, await freeDocuments(tx, verification));
  if (isAllThere) return { event: { name: "provider_referred" } };
  const required: RequiredBy = { documents, takesLinked: true };
  return { event: { name: "provider_needs_documents" }, required };
}

class ProviderUnknownError extends Error {
  override readonly name = "ProviderUnknownError";
}

class RestlessReviewError extends Error {
  override readonly name = "RestlessReviewError";
}
