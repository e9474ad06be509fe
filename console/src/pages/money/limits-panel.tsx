import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ResponseBody, send } from "../../api/client.ts";
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

type Limit = ResponseBody<"/console/api/limits/{tenant_id}">["limits"][number];

interface LimitsPanelProps {
  readonly tenantId: string;
  readonly network: Network;
  readonly limits: readonly Limit[];
}

/** Limits of a tenant, with today's usage. */
export function LimitsPanel({ tenantId, network, limits }: LimitsPanelProps) {
  return (
    <Section
      title="Limits"
      description="A transfer must be within every limit that applies to it. Days are in UTC."
      flush
      actions={<SetLimit tenantId={tenantId} network={network} />}
    >
      <DataTable
        label="Limits"
        columns={columnsFor(tenantId)}
        rows={limits}
        rowKey={({ id }) => id}
        empty={<Empty title="No limits">Only the limits of the bank rails apply.</Empty>}
      />
    </Section>
  );
}

function columnsFor(tenantId: string): readonly Column<Limit>[] {
  return [
    {
      header: "Scope",
      cell: (limit) => (
        <ScopeCell
          accountId={limit.account_id}
          transferType={limit.transfer_type}
          all="All accounts combined"
        />
      ),
    },
    { header: "Per transfer", align: "right", cell: ({ per_transfer: most }) => <Dollars value={most} /> },
    { header: "Per day", align: "right", cell: ({ daily }) => <Dollars value={daily} /> },
    { header: "Used today", align: "right", cell: ({ used_today: used }) => <Dollars value={used} /> },
    { header: "Remaining today", align: "right", cell: ({ left_today: left }) => <Dollars value={left} /> },
    { header: "Updated", cell: ({ updated_at: at }) => <When at={at} /> },
    { header: "Action", cell: (limit) => <RemoveLimit tenantId={tenantId} limit={limit} /> },
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
      title="Remove limit?"
      danger
      size="xs"
      disabledReason={mayWrite ? undefined : "Your role can't change limits and fees."}
      explain="It no longer applies to new transfers."
      onConfirm={async () => {
        await send("delete", "/console/api/limits/{tenant_id}/{limit_id}", {
          params: { path: { tenant_id: tenantId, limit_id: limit.id } },
        });
        toastSuccess("Limit removed.");
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
    toastSuccess("Limit saved. It applies to new transfers.");
    await queryClient.invalidateQueries({ queryKey: ["terms"] });
  };
  return (
    <TermDialog label="Set limit" title="Set limit" onSave={save}>
      <Text size="sm">Replaces the existing limit for the same accounts and chain or rail.</Text>
      <TermScopeFields scope={scope} onChange={setScope} />
      <DollarsInput label="Per transfer (USD)" value={perTransfer} onChange={setPerTransfer} />
      <DollarsInput
        label="Per day (USD)"
        description="Without an account, the limit applies to all accounts combined."
        value={daily}
        onChange={setDaily}
      />
    </TermDialog>
  );
}
