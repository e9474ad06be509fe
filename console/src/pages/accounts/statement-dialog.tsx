import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { firstChoice, periodQuery } from "../reports/chosen-period.ts";
import { DownloadButtons } from "../reports/download-buttons.tsx";
import { PeriodFields } from "../reports/period-fields.tsx";
import type { AccountRecord } from "./account.ts";

/** Downloads the statement of an account: last month's, unless another period is chosen. */
export function StatementDialog({ account }: { readonly account: AccountRecord }) {
  const { can, params } = useWorkspace();
  const [period, setPeriod] = useState(firstChoice);
  if (!can("reports.read")) return null;
  const days = periodQuery(period);
  return (
    <DialogButton label="Statement" title={`Statement of ${account.name}`}>
      {() => (
        <Stack gap="md">
          <PeriodFields value={period} onChange={(change) => setPeriod({ ...period, ...change })} />
          <Text size="sm" c="dimmed">
            All wallets of the account on {params.network}, one table for each asset and chain.
          </Text>
          <DownloadButtons
            title="statement"
            path={`/console/api/workspaces/${params.tenant_id}/${params.network}/reports/statement`}
            query={days === undefined ? undefined : { ...days, account_id: account.id }}
          />
        </Stack>
      )}
    </DialogButton>
  );
}
