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
  ProviderDecision,
  ProviderOf,
  ProviderQuestion,
  ProviderResult,
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

/** About a day of retries if a provider returns no result; then the case is referred to manual review. */
export const verifyAttempts = 50;

/** A step is repeated if the review changed meanwhile; a job that reaches the limit is retried later. */
const maxSteps = 10;
const cause = systemCause(verifyKind);

/**
 * Performs the steps that the review needs: screens the account if it isn't screened under its current names, then
 * queries the provider. Each step reads external systems outside any transaction and writes in one, only on the
 * revision it read, so that an interrupted or repeated step takes effect once.
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

/** True if the job is done. */
async function decideStep(deps: VerifyDeps, seen: Verification, context: Context): Promise<boolean> {
  const provider = deps.providers[seen.network];
  const profile = await loadProfile(deps, deps.database, seen);
  const { response, problem } = await query(provider, {
    key: `${seen.accountId}/${seen.revision}`,
    network: seen.network,
    profile,
    documents: await selectRequirements(deps.database, seen),
    requestedSince: seen.stageSince,
    signal: context.signal,
  });
  if (response.outcome === "unknown" && (context.attempt < verifyAttempts || context.signal.aborted)) {
    const message = `the provider ${provider.name} returned no result; retrying`;
    throw new ProviderUnknownError(message, { cause: problem });
  }
  return onUnchanged(deps, seen, async (tx, verification) => {
    if (response.outcome === "pending") {
      await enqueueVerify(deps.jobQueue, tx, verification, response.askAgainAt);
    } else {
      const step = await stepOf(tx, { verification, profile, response });
      await advance(deps, tx, { ...step, verification, cause, provider: provider.name });
    }
    await context.completeIn(tx);
  });
}

/** After an exception the outcome is unknown. */
async function query(
  provider: VerificationProvider,
  question: ProviderQuestion,
): Promise<{ readonly response: ProviderResult; readonly problem?: unknown }> {
  try {
    return { response: await provider.ask(question) };
  } catch (problem) {
    return { response: { outcome: "unknown" }, problem };
  }
}

/** False if the review has changed since it was read; then nothing was written. */
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
  decided: {
    readonly verification: Verification;
    readonly profile: Profile;
    readonly response: Exclude<ProviderResult, { readonly outcome: "pending" }>;
  },
): Promise<Step> {
  const { verification, profile, response } = decided;
  // A provider that does not accept the case, or never returns a result, refers it to manual review.
  const decision: ProviderDecision =
    response.outcome === "accepted" ? response.decision : { providerDecision: "referred" };
  switch (decision.providerDecision) {
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
 * Uploaded documents are not requested again; if none is missing, or none can be sent, the case is referred to manual
 * review.
 */
async function requireSet(
  tx: Transaction,
  verification: Verification,
  set: readonly RequiredDocument[],
): Promise<Step> {
  // A self-attested account cannot send them; on testnet a simulation or a reviewer continues from there.
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
