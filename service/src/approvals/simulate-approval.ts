import Type from "typebox";
import { auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import { causeOf, type Route, writeRoute } from "../http/route.ts";
import { strictObject } from "../http/schemas.ts";
import { simulationTag } from "../http/tags.ts";
import type { Cause } from "../kernel/cause.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Approval } from "./approval.ts";
import { ApprovalSchema, approvalExample, presentApproval } from "./approval-response.ts";
import { keyIn } from "./approval-routes.ts";
import { currentDemands, type DecideDeps, execute, lockPending, settle } from "./decide-approval.ts";
import { auditedApproval } from "./request-approval.ts";
import type { ControlledOperation, Demand } from "./rule.ts";
import { type ApprovalKey, selectDecisions } from "./store.ts";

const outcomes = ["approved", "executed", "rejected", "expired"] as const;
type SimulatedOutcome = (typeof outcomes)[number];

/** What an application requests on testnet, and what has no effect on mainnet. */
const simulatedOperations: readonly ControlledOperation[] = [
  "transfer",
  "token_mint",
  "token_burn",
  "token_transfer",
  "external_address",
  "automation",
  "token_issue",
];

/** Decides in place of the users who would have to. */
export function simulatedApprovalRoute(deps: DecideDeps): Route {
  return writeRoute("POST /accounts/{account_id}/simulations/approvals/{approval_id}", {
    operationId: "simulateApproval",
    tag: simulationTag,
    summary: "Simulate the decision of an approval",
    description:
      "Testnet only. `approved`: a user approved it, and others still have to. `executed`: it has all approvals and is " +
      "carried out; if it is refused then, its status is `failed`. Members, credentials and rules, and what a rule of " +
      "the platform applies to, cannot be simulated (409).",
    network: "testnet",
    access: { scope: "simulations:write" },
    body: {
      schema: strictObject({ outcome: Type.Enum([...outcomes], { type: "string" }) }),
      example: { outcome: "executed" },
    },
    response: { description: "The approval.", schema: ApprovalSchema, example: approvalExample },
    refusals: ["not_found", "conflict"],
    handle: async (tx, request) => {
      const { outcome } = request.body;
      const simulated = { key: keyIn(request), outcome, cause: causeOf(request) };
      const approval = await simulateApproval(deps, tx, simulated);
      return { status: 200, body: presentApproval(approval, await selectDecisions(tx, approval)) };
    },
  });
}

interface SimulatedDecision {
  readonly key: ApprovalKey;
  readonly outcome: SimulatedOutcome;
  readonly cause: Cause;
}

async function simulateApproval(
  deps: DecideDeps,
  tx: Transaction,
  { key, outcome, cause }: SimulatedDecision,
): Promise<Approval> {
  const approval = await lockPending(deps, tx, key);
  const demands = await currentDemands(tx, approval);
  refuseUnsimulated(approval, demands);
  const of = auditedApproval(approval);
  await auditChange(deps, tx, {
    cause,
    action: "simulation.approval",
    type: "approval",
    of,
    after: { outcome },
  });
  const settled = { demands, at: deps.clock.now() };
  switch (outcome) {
    case "approved":
      return settle(deps, tx, approval, { cause }, { status: "pending", ...settled });
    case "executed":
      return settle(deps, tx, approval, { cause }, { ...(await execute(deps, tx, approval)), ...settled });
    case "rejected":
    case "expired":
      return settle(deps, tx, approval, { cause }, { status: outcome, ...settled });
  }
}

function refuseUnsimulated({ operation }: Approval, demands: readonly Demand[]): void {
  if (!simulatedOperations.includes(operation))
    throw new RefusalError(refuse("conflict", `the approval of ${operation} cannot be simulated`));
  if (demands.some(({ setBy }) => setBy === "platform"))
    throw new RefusalError(refuse("conflict", "operators have to approve it, which cannot be simulated"));
}
