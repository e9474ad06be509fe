import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answered, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import type { Network } from "../../workspace/network.ts";
import { DollarsInput } from "./dollars-input.tsx";
import { ScopeCell } from "./scope-cell.tsx";
import { TermDialog } from "./term-dialog.tsx";
import { scopeBody, TermScopeFields, widestScope } from "./term-scope-fields.tsx";

type Limit = Answered<"/console/api/limits/{tenant_id}">["limits"][number];

interface LimitsPanelProps {
  readonly tenantId: string;
  readonly network: Network;
  readonly limits: readonly Limit[];
}

/** What was set for a tenant, and how much of it is used today. */
export function LimitsPanel({ tenantId, network, limits }: LimitsPanelProps) {
  return (
    <Section
      title="Limits"
      description="All limits that a transfer is under hold. A day is a day in UTC."
      flush
      actions={<SetLimit tenantId={tenantId} network={network} />}
    >
      <DataTable
        label="Limits"
        columns={columnsFor(tenantId)}
        rows={limits}
        rowKey={({ id }) => id}
        empty={<Empty title="No limits">Only what a bank rail carries limits a transfer.</Empty>}
      />
    </Section>
  );
}

function columnsFor(tenantId: string): readonly Column<Limit>[] {
  return [
    {
      header: "For",
      cell: (limit) => (
        <ScopeCell accountId={limit.account_id} way={limit.transfer_type} all="All accounts together" />
      ),
    },
    { header: "One transfer", align: "right", cell: ({ per_transfer: most }) => <Dollars value={most} /> },
    { header: "A day", align: "right", cell: ({ daily }) => <Dollars value={daily} /> },
    { header: "Used today", align: "right", cell: ({ used_today: used }) => <Dollars value={used} /> },
    { header: "Left today", align: "right", cell: ({ left_today: left }) => <Dollars value={left} /> },
    { header: "Changed", cell: ({ updated_at: at }) => <When at={at} /> },
    { header: "Remove", cell: (limit) => <RemoveLimit tenantId={tenantId} limit={limit} /> },
  ];
}

function Dollars({ value }: { readonly value: string | null }) {
  return value === null ? <Text component="span">–</Text> : <Amount value={value} asset="USD" />;
}

function RemoveLimit({ tenantId, limit }: { readonly tenantId: string; readonly limit: Limit }) {
  const mayWrite = useCan("limits.write");
  const queryClient = useQueryClient();
  return (
    <ConfirmButton
      label="Remove"
      title="Remove the limit"
      danger
      size="xs"
      disabledReason={mayWrite ? undefined : "Your role may look at limits and fees, and not change them."}
      explain="Transfers that are created from now on are no longer under it."
      onConfirm={async () => {
        await send("delete", "/console/api/limits/{tenant_id}/{limit_id}", {
          params: { path: { tenant_id: tenantId, limit_id: limit.id } },
        });
        toastSuccess("The limit is gone.");
        await queryClient.invalidateQueries({ queryKey: ["terms"] });
      }}
    />
  );
}

function SetLimit({ tenantId, network }: Pick<LimitsPanelProps, "tenantId" | "network">) {
  const queryClient = useQueryClient();
  const [scope, setScope] = useState(widestScope);
  const [perTransfer, setPerTransfer] = useState("");
  const [daily, setDaily] = useState("");
  const save = async () => {
    await send("put", "/console/api/limits/{tenant_id}", {
      params: { path: { tenant_id: tenantId } },
      body: {
        network,
        ...scopeBody(scope),
        ...(perTransfer.trim() === "" ? {} : { per_transfer: perTransfer.trim() }),
        ...(daily.trim() === "" ? {} : { daily: daily.trim() }),
      },
    });
    toastSuccess("The limit holds from now on.");
    await queryClient.invalidateQueries({ queryKey: ["terms"] });
  };
  return (
    <TermDialog label="Set a limit" title="Set a limit" onSave={save}>
      <Text size="sm">
        It takes the place of the one that was set for the same accounts and the same way.
      </Text>
      <TermScopeFields scope={scope} onChange={setScope} />
      <DollarsInput label="One transfer, in dollars" value={perTransfer} onChange={setPerTransfer} />
      <DollarsInput
        label="A day, in dollars"
        description="Without an account, one amount for all accounts together."
        value={daily}
        onChange={setDaily}
      />
    </TermDialog>
  );
}
