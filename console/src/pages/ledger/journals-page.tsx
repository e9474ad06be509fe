import { useQuery } from "@tanstack/react-query";
import { type Answered, get } from "../../api/client.ts";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Facts } from "../../kit/facts.tsx";
import { networkWords } from "../../kit/network-words.ts";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { useUrlPaging } from "../../kit/use-url-paging.ts";
import { When } from "../../kit/when.tsx";

type Journals = Answered<"/console/api/ledger/journals">;
type Standing = Journals["journals"][number];

/** The journals of all tenants, how far they are, and whether they were found sound. */
export function JournalsPage() {
  const { query: place, pagingOf } = useUrlPaging();
  const query = { "page[after]": place["page[after]"] };
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["journals", query],
    queryFn: ({ signal }) => get("/console/api/ledger/journals", { params: { query }, signal }),
  });
  return (
    <Page
      title="Ledger"
      description="Each tenant has one journal in each network: append-only, chained by hash, verified every day."
    >
      <Section title="Verification">
        <Verification round={data?.round} />
      </Section>
      <Section title="Journals" flush>
        <DataTable
          label="Journals"
          columns={columns}
          rows={data?.journals}
          rowKey={({ tenant_id, network }) => `${tenant_id} ${network}`}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ tenant_id, network }) => `/ops/ledger/${tenant_id}/${network}`}
          paging={pagingOf(data?.pagination)}
          empty={<Empty title="Nothing was recorded yet" />}
        />
      </Section>
    </Page>
  );
}

function Verification({ round }: { readonly round: Journals["round"] | undefined }) {
  if (round === undefined) return null;
  if (round === null)
    return <Empty title="The journals were not verified yet">That happens every day.</Empty>;
  const isWell = round.findings === 0 && round.unverified === 0;
  return (
    <Facts
      items={[
        [
          "Last verification",
          <StatusBadge
            key="result"
            status={isWell ? "Sound" : round.findings > 0 ? "Findings" : "Unverified"}
            tone={isWell ? "good" : round.findings > 0 ? "bad" : "waiting"}
          />,
        ],
        ["Ended", <When key="ended" at={round.ended_at} />],
        ["Journals", round.journals.toLocaleString()],
        ["Findings", round.findings.toLocaleString()],
        ["Did not come to their end", round.unverified.toLocaleString()],
      ]}
    />
  );
}

const columns: readonly Column<Standing>[] = [
  {
    header: "Tenant",
    cell: ({ tenant_name, tenant_id }) => tenant_name ?? <CopyId id={tenant_id} of="tenant" />,
  },
  { header: "Network", cell: ({ network }) => networkWords[network] },
  { header: "Records", align: "right", cell: ({ sequence }) => sequence },
  { header: "Last record", cell: ({ at }) => <When at={at} /> },
  { header: "Verified", cell: (standing) => <Verified standing={standing} /> },
  { header: "Hash", cell: ({ hash }) => <CopyId id={hash} of="head" /> },
];

function Verified({ standing }: { readonly standing: Standing }) {
  const { verified_at, verified_sequence } = standing;
  if (verified_at === null || verified_sequence === null) return <>Not yet</>;
  return (
    <span>
      <When at={verified_at} />, up to #{verified_sequence}
    </span>
  );
}
