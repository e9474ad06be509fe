import { Button, Group, NativeSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { CopyButton } from "../../kit/copy-button.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Page } from "../../kit/page.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { paymentTypeLabel, paymentTypeNames } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useUrlPaging } from "../../kit/use-url-paging.ts";
import { When } from "../../kit/when.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { directionWords } from "./payment-words.ts";

type Row = ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/payments">["payments"][number];

const statuses = ["pending", "complete", "failed", "returned"] as const;
const directions = ["inbound", "outbound"] as const;

/** Bank payments of all accounts of the workspace. */
export function PaymentsPage() {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const [filters, setFilters] = useUrlFilters({ status: "", direction: "", type: "", account: "" });
  const { query: place, pagingOf } = useUrlPaging();
  const query = {
    ...place,
    status: statuses.find((known) => known === filters.status),
    direction: directions.find((known) => known === filters.direction),
    type: paymentTypeNames<Row["payment"]["type"]>().find((known) => known === filters.type),
    account_id: filters.account === "" ? undefined : filters.account,
  };
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["payments", workspace.params, query],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/payments", {
        params: { path: workspace.params, query },
        signal,
      }),
    ...useLive(),
  });
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <Page
      title="Payments"
      description="Inbound and outbound bank payments: from transfers, from automations, and to your account numbers."
    >
      <Section
        title={filters.account === "" ? "All accounts" : "One account"}
        flush
        actions={<Filters filters={filters} setFilters={setFilters} />}
      >
        <DataTable
          label="Payments"
          columns={columns}
          rows={data?.payments}
          rowKey={({ payment }) => payment.id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ payment }) => link("payments", payment.id)}
          paging={pagingOf(data?.pagination)}
          empty={isFiltered ? <Empty title="No payments match these filters" /> : <NoPayments />}
        />
      </Section>
    </Page>
  );
}

interface FiltersProps {
  readonly filters: Readonly<Record<"status" | "direction" | "type" | "account", string>>;
  readonly setFilters: (change: Partial<FiltersProps["filters"]>) => void;
}

function Filters({ filters, setFilters }: FiltersProps) {
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label="Status"
        size="xs"
        value={filters.status}
        onChange={(event) => setFilters({ status: event.currentTarget.value })}
        data={[{ value: "", label: "Any" }, ...statuses]}
      />
      <NativeSelect
        label="Direction"
        size="xs"
        value={filters.direction}
        onChange={(event) => setFilters({ direction: event.currentTarget.value })}
        data={[
          { value: "", label: "Both" },
          ...directions.map((value) => ({ value, label: directionWords[value] })),
        ]}
      />
      <NativeSelect
        label="Rail"
        size="xs"
        value={filters.type}
        onChange={(event) => setFilters({ type: event.currentTarget.value })}
        data={[
          { value: "", label: "Any" },
          ...paymentTypeNames().map((value) => ({ value, label: paymentTypeLabel(value) })),
        ]}
      />
      {filters.account === "" ? null : (
        <Button size="xs" variant="default" onClick={() => setFilters({ account: "" })}>
          All accounts
        </Button>
      )}
    </Group>
  );
}

/** On testnet, inbound payments can be simulated. */
function NoPayments() {
  const { network, tenantId } = useWorkspace();
  if (network === "mainnet") {
    return (
      <Empty title="No payments yet">
        Payments appear with the first transfer over a bank rail, or when a payment arrives at an account
        number of an automation.
      </Empty>
    );
  }
  return (
    <Empty
      title="No payments yet"
      curl={{
        method: "POST",
        path: `/accounts/${tenantId}/simulations/payments`,
        idempotent: true,
        body: {
          transfer_id: "<a transfer awaiting a wire>",
          amount: { value: "100.00", currency: "USD" },
          type: "wire",
          sender_name: "Initech LLC",
        },
      }}
    >
      On testnet, create a transfer from USD by wire, and simulate the wire.
    </Empty>
  );
}

const columns: readonly Column<Row>[] = [
  {
    header: "Counterparty",
    cell: ({ counterparty }) => (
      <Text size="sm" fw={500}>
        {counterparty ?? "Unnamed sender"}
      </Text>
    ),
  },
  {
    header: "Account",
    cell: ({ account }) => account.name ?? account.id,
  },
  {
    header: "Type",
    cell: ({ payment }) => `${directionWords[payment.direction]} · ${paymentTypeLabel(payment.type)}`,
  },
  { header: "Reference", cell: ({ payment }) => payment.details.payment_reference ?? "–" },
  {
    header: "Status",
    cell: ({ payment, is_held: isHeld }) => <StatusBadge status={isHeld ? "held" : payment.status} />,
  },
  {
    header: "Amount",
    align: "right",
    cell: ({ payment }) => <Amount value={payment.amount.value} asset={payment.amount.currency} />,
  },
  { header: "Created", cell: ({ payment }) => <When at={payment.inserted_at} /> },
  { header: "ID", cell: ({ payment }) => <CopyButton value={payment.id} label="Copy payment ID" /> },
];
