import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { get } from "../../api/client.ts";
import { ConsoleLink } from "../../kit/console-link.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { useListTotals, workspaceAddress } from "../../kit/list/use-list-totals.ts";
import { Page } from "../../kit/page.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { useUrlPaging } from "../../kit/use-url-paging.ts";
import { When } from "../../kit/when.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { kindWords, type Token } from "./token.ts";

/** Tokens available to the workspace: its own and the shared ones. */
export function TokensPage() {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const { query, pagingOf } = useUrlPaging();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["tokens", workspace.params, query],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/tokens", {
        params: { path: workspace.params, query },
        signal,
      }),
    ...useLive(),
  });
  const totals = useListTotals(`${workspaceAddress(workspace.params)}/tokens`);
  return (
    <Page
      title="Tokens"
      description="Tokens issued by this workspace, and tokens available to all workspaces."
      actions={
        workspace.can("tokens:write") ? (
          <Button
            component={ConsoleLink}
            to={link("tokens", "new")}
            leftSection={<Plus size={16} aria-hidden />}
          >
            Issue token
          </Button>
        ) : undefined
      }
    >
      <Section title="All tokens" flush>
        <ListTable
          name="tokens"
          noun={["token", "tokens"]}
          {...totals}
          label="Tokens"
          columns={columnsFor(workspace.tenantId)}
          rows={data?.tokens}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ value_type }) => link("tokens", value_type)}
          paging={pagingOf(data?.pagination)}
          empty={<NoTokens tenantId={workspace.tenantId} />}
        />
      </Section>
    </Page>
  );
}

function columnsFor(tenantId: string): readonly Column<Token>[] {
  return [
    { header: "Token", phone: "title", cell: ({ value_type }) => value_type },
    { header: "Name", cell: ({ name }) => name },
    { header: "Status", phone: "value", cell: ({ status }) => <StatusBadge status={status} /> },
    { header: "Kind", cell: ({ kind }) => kindWords[kind] },
    { header: "Issuer", phone: "detail", cell: (token) => issuerWords(token, tenantId) },
    {
      header: "Chains",
      phone: "end",
      cell: ({ deployments }) =>
        deployments.map(({ transfer_type }) => transferTypeWords(transfer_type)).join(", "),
    },
    { header: "Created", cell: ({ created_at }) => <When at={created_at} /> },
  ];
}

function issuerWords({ issuer_account_id, kind }: Token, tenantId: string): string {
  if (issuer_account_id === tenantId) return "This workspace";
  if (issuer_account_id !== null) return "Managed account";
  return kind === "third_party" ? "Third party" : "Operator";
}

function NoTokens({ tenantId }: { readonly tenantId: string }) {
  return (
    <Empty
      title="No tokens yet"
      curl={{
        method: "POST",
        path: `/accounts/${tenantId}/tokens`,
        idempotent: true,
        body: {
          name: "Acme Dollar",
          value_type: "ACMEUSD",
          kind: "attested",
          currency: "USD",
          transfer_types: ["base"],
        },
      }}
    >
      A token is a stablecoin, identified by its value type. You can issue your own.
    </Empty>
  );
}
