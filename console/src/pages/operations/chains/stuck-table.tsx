import { Text } from "@mantine/core";
import { CopyId } from "../../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { PageLink } from "../../../kit/page-link.tsx";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import { When } from "../../../kit/when.tsx";
import type { Chain } from "./chains-query.ts";

type Stuck = Chain["stuck"][number];

/** The oldest work on a chain that does not get on. */
export function StuckTable({ chain }: { readonly chain: Chain }) {
  return (
    <DataTable
      label="Work that does not get on"
      columns={columnsIn(chain)}
      rows={chain.stuck}
      rowKey={({ id }) => id}
      empty={<Empty title="Everything gets on" />}
    />
  );
}

function columnsIn({ network }: Chain): readonly Column<Stuck>[] {
  return [
    { header: "What", cell: ({ kind }) => kind },
    { header: "For", cell: (work) => <Subject work={work} network={network} /> },
    { header: "State", cell: ({ state }) => <StatusBadge status={state} tone="moving" /> },
    { header: "Attempts", cell: ({ attempts }) => attempts, align: "right" },
    { header: "Begun", cell: ({ created_at }) => <When at={created_at} /> },
    {
      header: "Why",
      cell: ({ rejected, refused_at }) => (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {rejected ?? (refused_at === null ? "no answer yet" : "the chain says that it cannot succeed")}
        </Text>
      ),
    },
  ];
}

function Subject({ work, network }: { readonly work: Stuck; readonly network: string }) {
  const { owner, subject, tenant_id } = work;
  if (owner !== "transfers" || tenant_id === null) return <CopyId id={subject} of={owner} />;
  return <PageLink to={`/w/${tenant_id}/${network}/transfers/${subject}`}>a transfer</PageLink>;
}
