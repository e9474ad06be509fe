import type { Session, Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { ScreeningResult } from "../screening/screening.ts";
import { type Advance, advance, lockVerification } from "./advance.ts";
import { resolveRequested } from "./request-documents.ts";
import type { RequiredDocument } from "./requirements.ts";
import { recordScreening, type ScreenDeps, screenAccount } from "./screen-account.ts";
import { selectVerification } from "./store.ts";
import type { Verification, VerificationKey } from "./verification.ts";

export const simulatedOutcomes = ["complete", "rejected", "documents_required", "review"] as const;
export type SimulatedOutcome = (typeof simulatedOutcomes)[number];

export interface SimulateVerification extends VerificationKey {
  readonly outcome: SimulatedOutcome;
  /** Documents to require with `documents_required`; defaults to the standard set. */
  readonly documents: readonly RequiredDocument[] | undefined;
  readonly cause: Cause;
  readonly screening: AheadScreening | undefined;
}

/** A screening result, and the revision of the review that it is based on. */
export interface AheadScreening {
  readonly revision: number;
  readonly results: readonly ScreeningResult[];
}

/** Screens the account if needed, before anything is locked, because comparing names takes time. */
export async function screenAhead(
  deps: Pick<ScreenDeps, "keyRing" | "screener">,
  session: Session,
  key: VerificationKey,
): Promise<AheadScreening | undefined> {
  const verification = await selectVerification(session, key);
  if (verification === undefined || verification.isScreened) return undefined;
  const { results } = await screenAccount(deps, session, key);
  return { revision: verification.revision, results };
}

/**
 * Acts as provider or reviewer, immediately. The account is screened first if needed, and a sanctions hit blocks it
 * here, too: not even a simulation completes it.
 */
export async function simulateVerification(
  deps: ScreenDeps,
  tx: Transaction,
  simulation: SimulateVerification,
): Promise<Verification> {
  const { cause, screening } = simulation;
  const locked = await lockVerification(tx, simulation);
  if (locked === undefined) {
    throw new RefusalError(refuse("conflict", "a managing account has no verification to simulate"));
  }
  const verification = await screened(deps, tx, locked, { screening, cause });
  return advance(deps, tx, { verification, cause, ...(await stepOf(deps, tx, simulation)) });
}

async function screened(
  deps: ScreenDeps,
  tx: Transaction,
  verification: Verification,
  { screening, cause }: Pick<SimulateVerification, "screening" | "cause">,
): Promise<Verification> {
  if (verification.isScreened || verification.state.stage === "rejected") return verification;
  if (screening?.revision !== verification.revision) {
    throw new RefusalError(refuse("conflict", "the account has just changed; try again"));
  }
  return recordScreening(deps, tx, { verification, results: screening.results, cause });
}

async function stepOf(
  deps: ScreenDeps,
  tx: Transaction,
  simulation: SimulateVerification,
): Promise<Pick<Advance, "event" | "required" | "rejectionCode">> {
  const { outcome, documents } = simulation;
  switch (outcome) {
    case "complete":
      return { event: { name: "simulated_complete" } };
    case "rejected":
      return { event: { name: "simulated_rejected" }, rejectionCode: "verification_failed" };
    case "review":
      return { event: { name: "simulated_review" } };
    case "documents_required": {
      const request = documents === undefined ? ({ set: "standard" } as const) : { documents };
      const required = {
        documents: await resolveRequested(deps, tx, simulation, request),
        takesLinked: false,
      };
      return { event: { name: "simulated_documents_required" }, required };
    }
  }
}
