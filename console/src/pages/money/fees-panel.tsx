import { NativeSelect, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ResponseBody, send } from "../../api/client.ts";
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
import { flows, flowWords, priceWords } from "./term-words.ts";

type Fee = ResponseBody<"/console/api/limits/{tenant_id}">["fees"][number];

interface FeesPanelProps {
  readonly tenantId: string;
  readonly network: Network;
  readonly fees: readonly Fee[];
}

/** Fees of a tenant's transfers. */
export function FeesPanel({ tenantId, network, fees }: FeesPanelProps) {
  return (
    <Section
      title="Fees"
      description="The most specific fee applies; fees are not combined. A zero fee overrides a broader one."
      flush
      actions={<SetFee tenantId={tenantId} network={network} />}
    >
      <DataTable
        label="Fees"
        columns={columnsFor(tenantId)}
        rows={fees}
        rowKey={({ id }) => id}
        empty={<Empty title="No fees">Transfers are free until a fee is set.</Empty>}
      />
    </Section>
  );
}

function columnsFor(tenantId: string): readonly Column<Fee>[] {
  return [
    {
      header: "Scope",
      cell: (fee) => (
        <ScopeCell accountId={fee.account_id} transferType={fee.transfer_type} all="Every account" />
      ),
    },
    { header: "Flow", cell: ({ flow }) => flow },
    { header: "Fee", cell: (fee) => priceWords(fee) },
    { header: "Updated", cell: ({ updated_at: at }) => <When at={at} /> },
    { header: "Action", cell: (fee) => <RemoveFee tenantId={tenantId} fee={fee} /> },
  ];
}

function RemoveFee({ tenantId, fee }: { readonly tenantId: string; readonly fee: Fee }) {
  const mayWrite = useCan("limits.write");
  const queryClient = useQueryClient();
  return (
    <ConfirmButton
      label="Remove"
      title="Remove fee?"
      danger
      size="xs"
      disabledReason={mayWrite ? undefined : "Your role can't change limits and fees."}
      explain="New transfers use the next broader fee, or none."
      onConfirm={async () => {
        await send("delete", "/console/api/fees/{tenant_id}/{fee_id}", {
          params: { path: { tenant_id: tenantId, fee_id: fee.id } },
        });
        toastSuccess("Fee removed.");
        await queryClient.invalidateQueries({ queryKey: ["terms"] });
      }}
    />
  );
}

interface Price {
  readonly flow: (typeof flows)[number];
  readonly flat: string;
  readonly basisPoints: string;
  readonly minimum: string;
  readonly maximum: string;
}

const emptyPrice: Price = { flow: "onramp", flat: "", basisPoints: "", minimum: "", maximum: "" };

function SetFee({ tenantId, network }: Pick<FeesPanelProps, "tenantId" | "network">) {
  const queryClient = useQueryClient();
  const [scope, setScope] = useState(widestScope);
  const [price, setPrice] = useState(emptyPrice);
  const save = async () => {
    await send("put", "/console/api/fees/{tenant_id}", {
      params: { path: { tenant_id: tenantId } },
      body: { network, ...scopeBody(scope), ...priceBody(price) },
    });
    toastSuccess("Fee saved. It applies to new transfers.");
    await queryClient.invalidateQueries({ queryKey: ["terms"] });
  };
  return (
    <TermDialog label="Set fee" onSave={save}>
      <Text size="sm">Replaces the existing fee for the same flow, accounts and chain or rail.</Text>
      <PriceFields price={price} onChange={setPrice} />
      <TermScopeFields scope={scope} onChange={setScope} />
    </TermDialog>
  );
}

interface PriceFieldsProps {
  readonly price: Price;
  readonly onChange: (price: Price) => void;
}

function PriceFields({ price, onChange }: PriceFieldsProps) {
  const change = (part: Partial<Price>) => onChange({ ...price, ...part });
  return (
    <>
      <NativeSelect
        label="Flow"
        value={price.flow}
        onChange={(event) =>
          change({ flow: flows.find((known) => known === event.currentTarget.value) ?? "onramp" })
        }
        data={flows.map((value) => ({ value, label: flowWords[value] }))}
      />
      <DollarsInput label="Flat fee (USD)" value={price.flat} onChange={(flat) => change({ flat })} />
      <TextInput
        label="Basis points"
        description="0 to 10000. One basis point is 0.01% of the amount."
        inputMode="numeric"
        pattern="\d{1,5}"
        title="A whole number"
        value={price.basisPoints}
        onChange={(event) => change({ basisPoints: event.currentTarget.value })}
      />
      <DollarsInput label="Minimum (USD)" value={price.minimum} onChange={(minimum) => change({ minimum })} />
      <DollarsInput label="Maximum (USD)" value={price.maximum} onChange={(maximum) => change({ maximum })} />
    </>
  );
}

/** Empty fields are omitted. */
function priceBody({ flow, flat, basisPoints, minimum, maximum }: Price) {
  return {
    flow,
    ...(flat.trim() === "" ? {} : { flat: flat.trim() }),
    // A count, not a money amount, so it can be a number.
    ...(basisPoints.trim() === "" ? {} : { basis_points: Number.parseInt(basisPoints, 10) }),
    ...(minimum.trim() === "" ? {} : { minimum: minimum.trim() }),
    ...(maximum.trim() === "" ? {} : { maximum: maximum.trim() }),
  };
}
