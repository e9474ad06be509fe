import { NativeSelect, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answered, send } from "../../api/client.ts";
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

type Fee = Answered<"/console/api/limits/{tenant_id}">["fees"][number];

interface FeesPanelProps {
  readonly tenantId: string;
  readonly network: Network;
  readonly fees: readonly Fee[];
}

/** What transfers of a tenant cost. */
export function FeesPanel({ tenantId, network, fees }: FeesPanelProps) {
  return (
    <Section
      title="Fees"
      description="The price that fits best holds, and no two are added. A price of nothing exempts from a wider one."
      flush
      actions={<SetFee tenantId={tenantId} network={network} />}
    >
      <DataTable
        label="Fees"
        columns={columnsFor(tenantId)}
        rows={fees}
        rowKey={({ id }) => id}
        empty={<Empty title="No fees">Without a price a transfer costs nothing.</Empty>}
      />
    </Section>
  );
}

function columnsFor(tenantId: string): readonly Column<Fee>[] {
  return [
    {
      header: "For",
      cell: (fee) => <ScopeCell accountId={fee.account_id} way={fee.transfer_type} all="Every account" />,
    },
    { header: "Flow", cell: ({ flow }) => flow },
    { header: "Price", cell: (fee) => priceWords(fee) },
    { header: "Changed", cell: ({ updated_at: at }) => <When at={at} /> },
    { header: "Remove", cell: (fee) => <RemoveFee tenantId={tenantId} fee={fee} /> },
  ];
}

function RemoveFee({ tenantId, fee }: { readonly tenantId: string; readonly fee: Fee }) {
  const mayWrite = useCan("limits.write");
  const queryClient = useQueryClient();
  return (
    <ConfirmButton
      label="Remove"
      title="Remove the fee"
      danger
      size="xs"
      disabledReason={mayWrite ? undefined : "Your role may look at limits and fees, and not change them."}
      explain="Transfers that are created from now on cost what a wider price says, or nothing."
      onConfirm={async () => {
        await send("delete", "/console/api/fees/{tenant_id}/{fee_id}", {
          params: { path: { tenant_id: tenantId, fee_id: fee.id } },
        });
        toastSuccess("The fee is gone.");
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

const free: Price = { flow: "onramp", flat: "", basisPoints: "", minimum: "", maximum: "" };

function SetFee({ tenantId, network }: Pick<FeesPanelProps, "tenantId" | "network">) {
  const queryClient = useQueryClient();
  const [scope, setScope] = useState(widestScope);
  const [price, setPrice] = useState(free);
  const save = async () => {
    await send("put", "/console/api/fees/{tenant_id}", {
      params: { path: { tenant_id: tenantId } },
      body: { network, ...scopeBody(scope), ...priceBody(price) },
    });
    toastSuccess("The fee holds from now on.");
    await queryClient.invalidateQueries({ queryKey: ["terms"] });
  };
  return (
    <TermDialog label="Set a fee" title="Set a fee" onSave={save}>
      <Text size="sm">It takes the place of the one that was set for the same flow, accounts and way.</Text>
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
      <DollarsInput label="Flat, in dollars" value={price.flat} onChange={(flat) => change({ flat })} />
      <TextInput
        label="Basis points"
        description="Hundredths of a percent of the amount, 0 to 10000."
        inputMode="numeric"
        pattern="\d{1,5}"
        title="A whole number"
        value={price.basisPoints}
        onChange={(event) => change({ basisPoints: event.currentTarget.value })}
      />
      <DollarsInput
        label="At least, in dollars"
        value={price.minimum}
        onChange={(minimum) => change({ minimum })}
      />
      <DollarsInput
        label="At most, in dollars"
        value={price.maximum}
        onChange={(maximum) => change({ maximum })}
      />
    </>
  );
}

/** What is left empty is left out. */
function priceBody({ flow, flat, basisPoints, minimum, maximum }: Price) {
  return {
    flow,
    ...(flat.trim() === "" ? {} : { flat: flat.trim() }),
    // A count and no amount of money.
    ...(basisPoints.trim() === "" ? {} : { basis_points: Number.parseInt(basisPoints, 10) }),
    ...(minimum.trim() === "" ? {} : { minimum: minimum.trim() }),
    ...(maximum.trim() === "" ? {} : { maximum: maximum.trim() }),
  };
}
