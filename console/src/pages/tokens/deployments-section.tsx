import { Button, Group, NativeSelect, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { toastError, toastSuccess } from "../../kit/toast.ts";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { type Chain, type Deployment, type Token, tokenChains } from "./token.ts";

/** Deployments of a token by chain. Its issuer can deploy it on further chains. */
export function DeploymentsSection({ token }: { readonly token: Token }) {
  const { can } = useWorkspace();
  const isOwn = token.issuer_account_id !== null;
  const missing = tokenChains().filter((chain) => !isThere(token, chain));
  const mayDeploy = isOwn && can("tokens:write") && missing.length > 0;
  return (
    <Section
      title="Chains"
      description="The token can be used on a chain once its deployment is active."
      flush
      actions={mayDeploy ? <AddChain token={token} missing={missing} /> : undefined}
    >
      <DataTable
        label="Deployments"
        columns={columnsFor(token)}
        rows={token.deployments}
        rowKey={({ transfer_type }) => transfer_type}
        empty={<Empty title="No deployments" />}
      />
    </Section>
  );
}

/** A failed deployment can be retried, so it counts as missing. */
function isThere({ deployments }: Token, chain: Chain): boolean {
  return deployments.some(({ transfer_type, status }) => transfer_type === chain && status !== "failed");
}

function columnsFor({ value_type, kind }: Token): readonly Column<Deployment>[] {
  const supply: Column<Deployment> = {
    header: "Supply",
    align: "right",
    cell: (deployment) =>
      deployment.supply === null ? "–" : <Amount value={deployment.supply} asset={value_type} />,
  };
  return [
    { header: "Chain", cell: ({ transfer_type }) => transferTypeWords(transfer_type) },
    { header: "Status", cell: (deployment) => <DeploymentStatus deployment={deployment} /> },
    ...(kind === "third_party" ? [] : [supply]),
    {
      header: "Contract",
      cell: ({ contract_address }) =>
        contract_address === null ? "–" : <CopyId id={contract_address} of="contract" />,
    },
    {
      header: "Transaction",
      cell: ({ transaction_id }) =>
        transaction_id === null ? "–" : <CopyId id={transaction_id} of="transaction" />,
    },
  ];
}

export function DeploymentStatus({ deployment }: { readonly deployment: Deployment }) {
  return (
    <div>
      <StatusBadge status={deployment.status} />
      {deployment.failure === null ? null : (
        <Text size="xs" c="dimmed">
          {deployment.failure.detail}
        </Text>
      )}
    </div>
  );
}

interface AddChainProps {
  readonly token: Token;
  readonly missing: readonly Chain[];
}

function AddChain({ token, missing }: AddChainProps) {
  const { params } = useWorkspace();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<string | undefined>();
  const chain = missing.find((each) => each === chosen) ?? missing[0];
  const deploy = useMutation({
    mutationFn: (transferType: Chain) =>
      send(
        "post",
        "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/{value_type}/deployments",
        {
          params: {
            path: { ...params, account_id: token.issuer_account_id ?? "", value_type: token.value_type },
          },
          body: { transfer_type: transferType },
          idempotent: true,
        },
      ),
    onSuccess: (_token, transferType) => {
      toastSuccess(`Deploying ${token.value_type} on ${transferTypeWords(transferType)}.`);
      return client.invalidateQueries({ queryKey: ["token", params, token.value_type] });
    },
    onError: (error) => toastError(error),
  });
  if (chain === undefined) return null;
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label="Add chain"
        size="xs"
        value={chain}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={missing.map((value) => ({ value, label: transferTypeWords(value) }))}
      />
      <Button size="xs" variant="default" loading={deploy.isPending} onClick={() => deploy.mutate(chain)}>
        Deploy
      </Button>
    </Group>
  );
}
