import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { type Advance, advance, lockVerification } from "./advance.ts";
import { resolveWanted } from "./request-documents.ts";
import type { RequiredDocument } from "./requirements.ts";
import { recordScreening, type ScreenDeps, screenAccount } from "./screen-account.ts";
import type { Verification, VerificationKey } from "./verification.ts";

export const simulatedOutcomes = ["complete", "rejected", "documents_required", "review"] as const;
export type SimulatedOutcome = (typeof simulatedOutcomes)[number];

export interface SimulateVerification extends VerificationKey {
  readonly outcome: SimulatedOutcome;
  /** What is asked for, with `documents_required`; the standard set where nothing is said. */
  readonly documents: readonly RequiredDocument[] | undefined;
  readonly cause: Cause;
}

/**
 * Plays the provider or the reviewer, at once. The account is screened first if it was not yet, and a sanctions hit
 * holds it here too: not even a simulation completes over one.
 */
export async function simulateVerification(
  deps: ScreenDeps,
  tx: Transaction,
  simulation: SimulateVerification,
): Promise<Verification> {
  const { cause } = simulation;
  const locked = await lockVerification(tx, simulation);
  if (locked === undefined) {
    throw new RefusalError(refuse("conflict", "a managing account has no verification to simulate"));
  }
  const isScreened = locked.state.stage !== "screening";
  const verification = isScreened ? locked : await screenNow(deps, tx, locked, cause);
  return advance(deps, tx, { verification, cause, ...(await stepOf(deps, tx, simulation)) });
}

async function screenNow(
  deps: ScreenDeps,
  tx: Transaction,
  verification: Verification,
  cause: Cause,
): Promise<Verification> {
  const { results } = await screenAccount(deps, tx, verification);
  return recordScreening(deps, tx, { verification, results, cause });
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
      const wanted = documents === undefined ? ({ set: "standard" } as const) : { documents };
      const required = { documents: await resolveWanted(deps, tx, simulation, wanted), takesLinked: false };
      return { event: { name: "simulated_documents_required" }, required };
    }
  }
}
