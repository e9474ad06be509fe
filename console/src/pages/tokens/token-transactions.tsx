import { useQuery } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";

export type TokenTransaction =
  ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/transactions">["transactions"][number];

interface TokenTransactionsProps {
  /** Undefined for all tokens. */
  readonly valueType?: string;
  readonly accountId: string;
}

const maxShown = 25;

/** Recent mints, burns and transfers of a token by its issuing account. */
export function TokenTransactions({ valueType, accountId }: TokenTransactionsProps) {
  const { params } = useWorkspace();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["token-transactions", params, accountId],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/transactions", {
        params: { path: { ...params, account_id: accountId }, query: { "page[size]": 100 } },
        signal,
      }),
    ...useLive(),
  });
  const transactions = data?.transactions
    .filter((each) => valueType === undefined || valueTypeOf(each) === valueType)
    .slice(0, maxShown);
  return (
    <Section
      title="Recent mints, burns and transfers"
      {...(valueType === undefined ? {} : { description: "By the issuing account." })}
      flush
    >
      <DataTable
        label="Recent mints, burns and transfers"
        columns={transactionColumns}
        rows={transactions}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={
          <Empty
            title="No mints, burns or transfers yet"
            curl={{
              method: "POST",
              path: `/accounts/${accountId}/tokens/mints`,
              idempotent: true,
              body: {
                amount: "100.00",
                destination: {
                  address_id: "<address>",
                  value_type: valueType ?? "<token>",
                  transfer_type: "base",
                },
              },
            }}
          />
        }
      />
    </Section>
  );
}

function valueTypeOf({ source, destination }: TokenTransaction): string | undefined {
  return source?.value_type ?? destination?.value_type;
}

export const transactionColumns: readonly Column<TokenTransaction>[] = [
  { header: "Created", cell: ({ created_at }) => <When at={created_at} /> },
  { header: "Type", cell: ({ type }) => type },
  {
    header: "Status",
    cell: ({ status, failure }) => (
      <span title={failure?.detail}>
        <StatusBadge status={status} />
      </span>
    ),
  },
  {
    header: "Amount",
    align: "right",
    cell: (each) => <Amount value={each.amount} asset={valueTypeOf(each)} />,
  },
  { header: "Chains", cell: chainsOf },
  { header: "ID", cell: ({ id }) => <CopyId id={id} /> },
];

function chainsOf({ source, destination }: TokenTransaction): string {
  const named = [source, destination].flatMap((leg) => (leg === undefined ? [] : [leg.transfer_type]));
  return [...new Set(named)].map((chain) => transferTypeWords(chain)).join(" → ");
}
