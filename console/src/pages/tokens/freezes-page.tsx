import { Group, NativeSelect, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { ListTable } from "../../kit/list/list-table.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
import { networkWords } from "../../kit/network-words.ts";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useCan } from "../../session/use-me.ts";
import { freezeColumns } from "./freeze-columns.tsx";
import { FreezeDialog } from "./freeze-dialog.tsx";
import type { Freeze } from "./token.ts";

const statuses = ["freezing", "frozen", "unfreezing", "unfrozen", "failed"] as const;
const networks = ["testnet", "mainnet"] as const;

/** Frozen addresses of all tenants' tokens and of the platform token. */
export function FreezesPage() {
  const columns = useColumns();
  const [filters, setFilters] = useUrlFilters({ network: "", status: "", token: "" });
  const { query: place, filter: range, order, pagingOf } = useListPlace();
  const network = networks.find((each) => each === filters.network);
  const query = {
    ...place,
    network,
    status: statuses.find((each) => each === filters.status),
    value_type: filters.token === "" ? undefined : filters.token,
  };
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["freezes", query],
    queryFn: ({ signal }) => get("/console/api/freezes", { params: { query }, signal }),
    ...useLive(),
  });
  const { status, value_type } = query;
  const totals = useListTotals("/console/api/freezes", {
    network,
    status,
    value_type,
    ...range,
  });
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <Page
      title="Frozen addresses"
      description="A frozen address can't send or receive the token, in Florin or on chain. Only tokens issued on this instance can be frozen."
      network={network}
      actions={<FreezeDialog network={network} />}
    >
      <Section
        title={network === undefined ? "All networks" : networkWords[network]}
        flush
        actions={<Filters filters={filters} onChange={setFilters} />}
      >
        <ListTable
          name="freezes"
          noun={["freeze", "freezes"]}
          {...totals}
          order={order}
          status={{
            statuses,
            value: filters.status,
            onChange: (status) => setFilters({ status }),
          }}
          label="Frozen addresses"
          columns={columns}
          rows={data?.freezes}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          paging={pagingOf(data?.pagination)}
          empty={<Empty title={isFiltered ? "No freezes match these filters" : "No frozen addresses"} />}
        />
      </Section>
    </Page>
  );
}

/** What the user may do with a freeze is in columns of its own. */
function useColumns(): readonly Column<Freeze>[] {
  const mayFreeze = useCan("freezes.write");
  const mayAudit = useCan("platform_audit.read");
  return [
    networkColumn,
    ...freezeColumns,
    ...(mayAudit ? [auditColumn] : []),
    ...(mayFreeze ? [unfreezeColumn] : []),
  ];
}

interface FiltersProps {
  readonly filters: Readonly<Record<"network" | "status" | "token", string>>;
  readonly onChange: (change: Partial<FiltersProps["filters"]>) => void;
}

function Filters({ filters, onChange }: FiltersProps) {
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label="Network"
        size="xs"
        value={filters.network}
        onChange={(event) => onChange({ network: event.currentTarget.value })}
        data={[
          { value: "", label: "Any" },
          ...networks.map((value) => ({ value, label: networkWords[value] })),
        ]}
      />
      <TextInput
        label="Token"
        size="xs"
        w={120}
        placeholder="FUSD"
        maxLength={12}
        value={filters.token}
        onChange={(event) => onChange({ token: event.currentTarget.value.trim() })}
      />
    </Group>
  );
}

const networkColumn: Column<Freeze> = {
  header: "Network",
  cell: ({ network }) => <StatusBadge status={network} tone="neutral" />,
};

/** Who froze and unfroze the address, and when. */
const auditColumn: Column<Freeze> = {
  header: "Requested by",
  cell: ({ id }) => <PageLink to={`/ops/audit?subject=${id}`}>Audit log</PageLink>,
};

const unfreezeColumn: Column<Freeze> = {
  header: "Actions",
  cell: (freeze) => <UnfreezeButton freeze={freeze} />,
};

function UnfreezeButton({ freeze }: { readonly freeze: Freeze }) {
  const client = useQueryClient();
  if (freeze.status !== "frozen") return <>–</>;
  const { id, network, value_type, transfer_type, address } = freeze;
  return (
    <ConfirmButton
      label="Unfreeze"
      size="xs"
      title={`Unfreeze ${value_type} on ${transferTypeWords(transfer_type)}`}
      explain={
        <>
          <code style={{ overflowWrap: "anywhere" }}>{address}</code> can send and receive {value_type} again
          once the unfreeze is confirmed on chain.
        </>
      }
      reasonLength={maxLengths.unfreezeAddress.reason}
      onConfirm={async (reason) => {
        await send("post", "/console/api/freezes/{freeze_id}/unfreeze", {
          params: { path: { freeze_id: id } },
          body: { network, reason },
        });
        toastSuccess("Unfreeze submitted to the chain.");
        await client.invalidateQueries({ queryKey: ["freezes"] });
      }}
    />
  );
}
