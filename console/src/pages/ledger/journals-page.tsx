import { useQuery } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../api/client.ts";
import { CopyId } from "../../kit/copy-id.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Facts } from "../../kit/facts.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
import { networkWords } from "../../kit/network-words.ts";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { useUrlPaging } from "../../kit/use-url-paging.ts";
import { When } from "../../kit/when.tsx";

type Journals = ResponseBody<"/console/api/ledger/journals">;
type JournalStatus = Journals["journals"][number];

/** Journals of all tenants, with their last record and verification status. */
export function JournalsPage() {
  const { query: place, pagingOf } = useUrlPaging();
  const query = { "page[after]": place["page[after]"] };
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["journals", query],
    queryFn: ({ signal }) => get("/console/api/ledger/journals", { params: { query }, signal }),
  });
  const totals = useListTotals("/console/api/ledger/journals");
  return (
    <Page
      title="Ledger"
      description="One journal per tenant and network: append-only, hash-chained, verified daily."
    >
      <Section title="Verification">
        <Verification round={data?.round} />
      </Section>
      <Section title="Journals" flush>
        <ListTable
          name="ledger-journals"
          noun={["journal", "journals"]}
          {...totals}
          label="Journals"
          columns={columns}
          rows={data?.journals}
          rowKey={({ tenant_id, network }) => `${tenant_id} ${network}`}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ tenant_id, network }) => `/ops/ledger/${tenant_id}/${network}`}
          paging={pagingOf(data?.pagination)}
          empty={<Empty title="No records yet" />}
        />
      </Section>
    </Page>
  );
}

function Verification({ round }: { readonly round: Journals["round"] | undefined }) {
  if (round === undefined) return null;
  if (round === null) return <Empty title="Not verified yet">Journals are verified daily.</Empty>;
  const isVerified = round.findings === 0 && round.unverified === 0;
  return (
    <Facts
      items={[
        [
          "Last verification",
          <StatusBadge
            key="result"
            status={isVerified ? "Verified" : round.findings > 0 ? "Findings" : "Unverified"}
            tone={isVerified ? "good" : round.findings > 0 ? "bad" : "waiting"}
          />,
        ],
        ["Completed", <When key="ended" at={round.ended_at} />],
        ["Journals", round.journals.toLocaleString()],
        ["Findings", round.findings.toLocaleString()],
        ["Not fully verified", round.unverified.toLocaleString()],
      ]}
    />
  );
}

const columns: readonly Column<JournalStatus>[] = [
  {
    header: "Tenant",
    cell: ({ tenant_name, tenant_id }) => tenant_name ?? <CopyId id={tenant_id} of="tenant" />,
  },
  { header: "Network", cell: ({ network }) => networkWords[network] },
  { header: "Records", align: "right", cell: ({ sequence }) => sequence },
  { header: "Last record", cell: ({ at }) => <ListTime at={at} /> },
  { header: "Verified", cell: (journal) => <Verified journal={journal} /> },
  { header: "Hash", cell: ({ hash }) => <CopyId id={hash} of="head" /> },
];

function Verified({ journal }: { readonly journal: JournalStatus }) {
  const { verified_at, verified_sequence } = journal;
  if (verified_at === null || verified_sequence === null) return <>Not verified</>;
  return (
    <span>
      <When at={verified_at} />, up to #{verified_sequence}
    </span>
  );
}
