import type { TProperties } from "typebox";
import { principalOf, type Route } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import type { LedgerScope } from "../../ledger/index.ts";
import { type PeriodName, periodsOf } from "../../statistics/index.ts";
import type { WorkspacePermission } from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead, workspacePath } from "../console-route.ts";
import { type Chart, type ChartPeriods, ChartSchema, periodQuery, presentChart } from "./chart-response.ts";

/** A chart of a workspace. */
export interface ChartDefinition {
  /** Last part of the path, such as `transfer-volume`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly permission: WorkspacePermission;
  /** Optional parameter that selects one of the counted things, such as an application. */
  readonly filter?: TProperties;
  readonly load: (deps: ConsoleDeps, input: ChartInput) => Promise<Chart>;
}

export interface ChartInput {
  readonly scope: LedgerScope;
  readonly periods: ChartPeriods;
  /** Value of the filter. */
  readonly only: string | undefined;
}

export function chartRoute(deps: ConsoleDeps, chart: ChartDefinition): Route {
  const { path, operationId, summary, permission, filter = {}, load } = chart;
  return consoleRead(`GET ${workspacePath}/charts/${path}`, {
    operationId,
    summary,
    access: { permission },
    query: strictObject({ ...periodQuery, ...filter }),
    response: { description: "By step, with the period before.", schema: ChartSchema },
    handle: async (request) => {
      const { tenantId, network } = principalOf(request);
      const query: Readonly<Record<string, string | undefined>> = request.query;
      const { period = "30d", ...rest } = query;
      const name = period as PeriodName;
      const periods = { name, ...periodsOf(name, deps.clock.now()) };
      const [only] = Object.values(rest);
      return presentChart(periods, await load(deps, { scope: { tenantId, network }, periods, only }));
    },
  });
}
