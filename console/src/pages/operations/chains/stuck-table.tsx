import { Text } from "@mantine/core";
import { CopyId } from "../../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { PageLink } from "../../../kit/page-link.tsx";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import { When } from "../../../kit/when.tsx";
import type { Chain } from "./chains-query.ts";

type Stuck = Chain["stuck"][number];

/** The oldest stuck transactions of a chain. */
export function StuckTable({ chain }: { readonly chain: Chain }) {
  return (
    <DataTable
      label="Stuck transactions"
      columns={columnsIn(chain)}
      rows={chain.stuck}
      rowKey={({ id }) => id}
      empty={<Empty title="No stuck transactions" />}
    />
  );
}

function columnsIn({ network }: Chain): readonly Column<Stuck>[] {
  return [
    { header: "Operation", cell: ({ kind }) => kind },
    { header: "Reference", cell: (work) => <Subject work={work} network={network} /> },
    { header: "Status", cell: ({ state }) => <StatusBadge status={state} tone="moving" /> },
    { header: "Submissions", cell: ({ submissions }) => submissions, align: "right" },
    { header: "Created", cell: ({ created_at }) => <When at={created_at} /> },
    {
      header: "Reason",
      cell: ({ rejected, refused_at }) => (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {rejected ?? (refused_at === null ? "no result yet" : "rejected by the chain")}
        </Text>
      ),
    },
  ];
}

function Subject({ work, network }: { readonly work: Stuck; readonly network: string }) {
  const { owner, subject, tenant_id } = work;
  if (owner !== "transfers" || tenant_id === null) return <CopyId id={subject} of={owner} />;
  return <PageLink to={`/w/${tenant_id}/${network}/transfers/${subject}`}>Transfer</PageLink>;
}
