import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";

type Reserves = ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/tokens/{value_type}/reserves">;
type OnChain = Reserves["deployments"][number];

const everyMs = 15_000;

/** On-chain supply, ledger supply and reserve of a token, across all tenants. */
export function ReservesSection({ valueType }: { readonly valueType: string }) {
  const { params } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: ["reserves", params, valueType],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/tokens/{value_type}/reserves", {
        params: { path: { ...params, value_type: valueType } },
        signal,
      }),
    ...useLive(everyMs),
  });
  return (
    <Section
      title="Supply and reserves"
      description="Across all tenants. Mints and burns in flight can differ between chain and ledger."
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton height={120} /> : null}
      {data === undefined ? null : <ReservesBody reserves={data} />}
    </Section>
  );
}

function ReservesBody({ reserves }: { readonly reserves: Reserves }) {
  const { value_type, reserve, claims, reserve_net: net, chain_supply, ledger_supply } = reserves;
  return (
    <Stack gap="md">
      <Facts
        items={[
          ["On-chain supply", amountOr(chain_supply, value_type, "A chain is unreachable")],
          ["Ledger supply", amountOr(ledger_supply, value_type, "Third-party token")],
          [
            "Reserve",
            reserve === null ? (
              ledger_supply === null ? (
                "None (third-party token)"
              ) : (
                "None (issuer-attested)"
              )
            ) : (
              <Amount key="reserve" value={reserve.value} asset={reserve.currency} inline />
            ),
          ],
          [
            "Open claims",
            claims && <Amount key="claims" value={claims.value} asset={claims.currency} inline />,
          ],
          [
            "Reserve net of claims",
            net && <Amount key="net" value={net.value} asset={net.currency} inline />,
          ],
          [
            "Reserve minus supply",
            reserves.difference === null ? null : (
              <Amount key="difference" value={reserves.difference} inline />
            ),
          ],
          [
            "Net reserve minus supply",
            reserves.difference_net === null ? null : (
              <Amount key="difference-net" value={reserves.difference_net} inline />
            ),
          ],
          ["As of", <When key="as-of" at={reserves.as_of} />],
        ]}
      />
      <DataTable
        label="Supply by chain"
        columns={columns}
        rows={reserves.deployments}
        rowKey={({ transfer_type }) => transfer_type}
        empty={<Empty title="No deployments yet" />}
      />
    </Stack>
  );
}

function amountOr(value: string | null, asset: string, fallback: string) {
  return value === null ? fallback : <Amount value={value} asset={asset} inline />;
}

const columns: readonly Column<OnChain>[] = [
  { header: "Chain", cell: ({ transfer_type }) => transferTypeWords(transfer_type) },
  {
    header: "On chain",
    align: "right",
    cell: ({ chain_supply, chain_error }) =>
      chain_supply === null ? (chain_error ?? "–") : <Amount value={chain_supply} />,
  },
  {
    header: "Ledger",
    align: "right",
    cell: ({ ledger_supply }) => (ledger_supply === null ? "–" : <Amount value={ledger_supply} />),
  },
  { header: "Minting", align: "right", cell: ({ minting }) => <Amount value={minting} /> },
  { header: "Burning", align: "right", cell: ({ burning }) => <Amount value={burning} /> },
  {
    header: "Difference",
    align: "right",
    cell: ({ difference }) => (difference === null ? "–" : <Amount value={difference} />),
  },
];
