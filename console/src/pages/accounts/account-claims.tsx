import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { Section } from "../../kit/section.tsx";
import { useLive } from "../../kit/use-live.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { ageWords, type ShownClaim } from "../claims/claim.ts";

/** Open claims of an account in the network of the page, for operators. */
export function AccountClaims({ accountId }: { readonly accountId: string }) {
  const { network } = useWorkspace();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["claims", network, accountId],
    queryFn: ({ signal }) =>
      get("/console/api/claims", { params: { query: { account_id: accountId, network } }, signal }),
    ...useLive(),
  });
  return (
    <Section
      title="Open claims"
      {...(data === undefined || data.pagination.next === null
        ? {}
        : { description: "Not all of them are shown." })}
      flush
    >
      <DataTable
        label="Open claims"
        columns={columns}
        rows={data?.claims}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        rowLink={({ id }) => `/ops/claims/${id}`}
        empty={<Empty title="No open claims" />}
      />
    </Section>
  );
}

const columns: readonly Column<ShownClaim>[] = [
  { header: "Opened", cell: ({ opened_at }) => <ListTime at={opened_at} /> },
  { header: "Age", cell: ({ age }) => ageWords(age) },
  { header: "Remaining", align: "right", cell: ({ remaining }) => <Amount value={remaining} asset="USD" /> },
  { header: "Amount", align: "right", cell: ({ amount }) => <Amount value={amount} asset="USD" /> },
  { header: "Return code", cell: ({ return_code }) => return_code },
];
