import { Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { AccountPicker } from "../../kit/account-picker.tsx";
import { Page } from "../../kit/page.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { ReportSection } from "./report-section.tsx";
import { SchedulesSection } from "./schedules-section.tsx";

/** Reports of the workspace. */
export function ReportsPage() {
  const { can, params } = useWorkspace();
  const pathOf = (name: string) =>
    `/console/api/workspaces/${params.tenant_id}/${params.network}/reports/${name}`;
  return (
    <Page
      title="Reports"
      description="Figures come from the ledger of this workspace. Days are in UTC unless you choose another time zone."
    >
      <Stack gap="lg">
        <StatementSection path={pathOf("statement")} />
        <ReportSection
          title="Trial balance"
          description="Debits, credits and balances of all ledger accounts by asset and kind. Each asset sums to zero."
          path={pathOf("trial_balance")}
        />
        {can("reports.disclose") ? (
          <ReportSection
            title="Payout summary"
            description="Bank payouts by payee and calendar year, with masked tax IDs, and what is excluded and why. A working paper for information returns such as Form 1099, not a filing."
            path={pathOf("payouts")}
          />
        ) : null}
        {can("audit.read") ? <AuditSection path={pathOf("audit")} /> : null}
        <SchedulesSection pathOf={pathOf} />
      </Stack>
    </Page>
  );
}

function StatementSection({ path }: { readonly path: string }) {
  const { tenantId } = useWorkspace();
  const [accountId, setAccountId] = useState(tenantId);
  return (
    <ReportSection
      title="Account statement"
      description="Opening balance, entries with counterparties, and closing balance of each wallet of an account."
      path={path}
      query={{ account_id: accountId }}
      fields={
        <AccountPicker
          label="Account"
          placeholder="Select an account"
          value={accountId}
          onChange={setAccountId}
        />
      }
    />
  );
}

function AuditSection({ path }: { readonly path: string }) {
  const [filters, setFilters] = useState({ actor: "", action: "" });
  const set = Object.entries(filters).filter(([, value]) => value.trim() !== "");
  return (
    <ReportSection
      title="Audit extract"
      description="Changes in readable sentences, newest first, with the hash of the audit chain."
      path={path}
      query={Object.fromEntries(set.map(([name, value]) => [name, value.trim()]))}
      fields={
        <>
          <TextInput
            label="Actor"
            placeholder="All actors"
            value={filters.actor}
            onChange={(event) => setFilters({ ...filters, actor: event.currentTarget.value })}
          />
          <TextInput
            label="Action"
            placeholder="All actions"
            value={filters.action}
            onChange={(event) => setFilters({ ...filters, action: event.currentTarget.value })}
          />
        </>
      }
    />
  );
}
