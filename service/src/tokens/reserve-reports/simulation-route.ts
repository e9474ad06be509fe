import Type from "typebox";
import { requireVisibleAccount } from "../../accounts/index.ts";
import { type AuditDeps, auditChange } from "../../audit/index.ts";
import { accountIn, causeOf, principalOf, type Route, writeRoute } from "../../http/route.ts";
import { named, strictObject } from "../../http/schemas.ts";
import { simulationTag } from "../../http/tags.ts";
import type { JobQueue } from "../../jobs/index.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { requireVisibleToken } from "../list-tokens.ts";
import { TokenValueTypeSchema } from "../token-amount.ts";
import { refuseInactive } from "./make-report.ts";
import { lastMonth } from "./month.ts";
import { reportJob } from "./report-job.ts";
import { selectReport } from "./store.ts";

export interface ReportSimulationDeps extends AuditDeps {
  readonly jobQueue: Pick<JobQueue, "enqueue">;
}

const SimulatedSchema = named(
  "SimulatedReserveReport",
  Type.Object({ value_type: Type.String(), month: Type.String(), status: Type.Enum(["pending"]) }),
);
const example = { value_type: "ACMEUSD" };

/** Signs the report of the last month without waiting for the end of the next one. */
export function simulatedReportRoute(deps: ReportSimulationDeps): Route {
  return writeRoute("POST /accounts/{account_id}/simulations/reserve-reports", {
    operationId: "simulateReserveReport",
    tag: simulationTag,
    summary: "Simulate a reserve report",
    description:
      "Testnet only. Signs the reserve report of the last month of a token that the account issues, with the figures of " +
      "now, even if the token is newer. `token.reserve_report.created` follows.",
    network: "testnet",
    access: { scope: "simulations:write" },
    body: { schema: strictObject({ value_type: TokenValueTypeSchema }), example },
    response: {
      status: 202,
      description: "The report is being signed.",
      schema: SimulatedSchema,
      example: { ...example, month: "2026-10", status: "pending" },
    },
    refusals: ["not_found", "conflict", "unprocessable"],
    handle: async (tx, request) => {
      const principal = principalOf(request);
      const { network, tenantId } = principal;
      const { id: accountId } = await requireVisibleAccount(tx, principal, accountIn(request));
      const token = await requireVisibleToken(tx, principal, request.body.value_type);
      const { valueType, issuer, kind } = token;
      if (issuer?.accountId !== accountId) throw unprocessable("must be a token that the account issues");
      if (kind !== "fiat_backed") throw unprocessable("must be a fiat-backed token");
      refuseInactive(token);
      const month = lastMonth(deps.clock.now());
      if ((await selectReport(tx, { network, tokenId: token.id, month })) !== undefined)
        throw new RefusalError(refuse("conflict", `${valueType} has a report of ${month}`));
      await deps.jobQueue.enqueue(tx, reportJob({ network, valueType, month, isSimulated: true }));
      await auditChange(deps, tx, {
        cause: causeOf(request),
        action: "simulation.reserve_report",
        type: "token",
        of: { tenantId, network, id: token.id, accountId },
        after: { value_type: valueType, month },
      });
      return { status: 202, body: { value_type: valueType, month, status: "pending" } };
    },
  });
}

function unprocessable(detail: string): RefusalError {
  const errors = [{ pointer: "/value_type", detail }];
  return new RefusalError(refuse("unprocessable", `/value_type ${detail}`, { errors }));
}
