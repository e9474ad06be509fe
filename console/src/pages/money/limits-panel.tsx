import { Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ResponseBody, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import type { Network } from "../../workspace/network.ts";
import { amountsBody, LimitAmountFields, noAmounts } from "./limit-amount-fields.tsx";
import { anyTarget, LimitTargetFields, targetBody } from "./limit-target-fields.tsx";
import { ScopeCell } from "./scope-cell.tsx";
import { TermDialog } from "./term-dialog.tsx";
import { scopeBody, TermScopeFields, widestScope } from "./term-scope-fields.tsx";
import { operationWords } from "./term-words.ts";

type Limit = ResponseBody<"/console/api/limits/{tenant_id}">["limits"][number];

interface LimitsPanelProps {
  readonly tenantId: string;
  readonly network: Network;
  readonly limits: readonly Limit[];
}

/** Limits of a tenant, with their usage, and the default limits. */
export function LimitsPanel({ tenantId, network, limits }: LimitsPanelProps) {
  return (
    <Section
      title="Limits"
      description="Transfers, mints, burns, token transfers and treasury withdrawals must be within every limit that applies. Days are in UTC."
      flush
      actions={<SetLimit tenantId={tenantId} network={network} />}
    >
      <DataTable
        label="Limits"
        columns={columnsFor(tenantId)}
        rows={limits}
        rowKey={({ id, operation }) => id ?? `default ${operation}`}
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
    { header: "Applies to", cell: (limit) => <AppliesTo limit={limit} /> },
    { header: "Per transfer", align: "right", cell: ({ per_transfer: most }) => <Dollars value={most} /> },
    { header: "Per day", align: "right", cell: ({ daily }) => <Dollars value={daily} /> },
    { header: "Remaining today", align: "right", cell: ({ left_today: left }) => <Dollars value={left} /> },
    { header: "30 days", align: "right", cell: ({ thirty_days: days }) => <Dollars value={days} /> },
    { header: "Remaining", align: "right", cell: ({ left_thirty_days: left }) => <Dollars value={left} /> },
    { header: "Updated", cell: ({ updated_at: at }) => (at === null ? "Default" : <When at={at} />) },
    { header: "Action", cell: (limit) => <RemoveLimit tenantId={tenantId} limit={limit} /> },
  ];
}

/** Operation, asset and destination. */
function AppliesTo({ limit }: { readonly limit: Limit }) {
  const { operation, asset, destination_address_id: destination } = limit;
  return (
    <Stack gap={0}>
      <Text size="sm">
        {operation === null ? "All operations combined" : operationWords(operation)}
        {asset === null ? "" : ` · ${asset}`}
      </Text>
      {destination === null ? null : <CopyId id={destination} of="destination" />}
    </Stack>
  );
}

function Dollars({ value }: { readonly value: string | null }) {
  return value === null ? <Text component="span">–</Text> : <Amount value={value} asset="USD" />;
}

function RemoveLimit({ tenantId, limit }: { readonly tenantId: string; readonly limit: Limit }) {
  const mayWrite = useCan("limits.write");
  const queryClient = useQueryClient();
  const { id } = limit;
  if (id === null) return null;
  return (
    <ConfirmButton
      label="Remove"
      title="Remove limit?"
      danger
      size="xs"
      disabledReason={mayWrite ? undefined : "Your role can't change limits and fees."}
      explain="It no longer applies to new transfers. If there is a default limit of the same scope, that one applies."
      onConfirm={async () => {
        await send("delete", "/console/api/limits/{tenant_id}/{limit_id}", {
          params: { path: { tenant_id: tenantId, limit_id: id } },
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
  const [target, setTarget] = useState(anyTarget);
  const [amounts, setAmounts] = useState(noAmounts);
  const save = async () => {
    await send("put", "/console/api/limits/{tenant_id}", {
      params: { path: { tenant_id: tenantId } },
      body: { network, ...scopeBody(scope), ...targetBody(target), ...amountsBody(amounts) },
    });
    toastSuccess("Limit saved. It applies to new transfers.");
    await queryClient.invalidateQueries({ queryKey: ["terms"] });
  };
  return (
    <TermDialog label="Set limit" onSave={save}>
      <Text size="sm">Replaces the existing limit, or the default limit, of the same scope.</Text>
      <TermScopeFields scope={scope} onChange={setScope} />
      <LimitTargetFields target={target} onChange={setTarget} />
      <LimitAmountFields amounts={amounts} onChange={setAmounts} />
    </TermDialog>
  );
}
