import { ChartSection } from "../../kit/chart-section.tsx";
import { PeriodPicker } from "../../kit/period-picker.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";

/** Supply of the token by chain over time. */
export function SupplyHistory({ valueType }: { readonly valueType: string }) {
  const { params } = useWorkspace();
  return (
    <>
      <PeriodPicker />
      <ChartSection
        title="Supply over time"
        description="By chain, from the ledger of this workspace."
        kind="bars"
        path="/console/api/workspaces/{tenant_id}/{network}/charts/token-supply"
        params={params}
        query={{ value_type: valueType }}
      />
    </>
  );
}
