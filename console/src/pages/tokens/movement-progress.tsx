import { Button, Group, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import type { Network } from "../../workspace/network.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { ObjectRequest } from "../developers/requests/object-request.tsx";
import type { MovementKind } from "./movement.ts";
import { movementWords } from "./movement-words.ts";

interface MovementProgressProps {
  readonly kind: MovementKind;
  readonly accountId: string;
  readonly id: string;
  readonly valueType: string;
  readonly onAgain: () => void;
}

const everyMs = 1500;

/** Progress of a mint, burn or transfer on its chains. */
export function MovementProgress({ kind, accountId, id, valueType, onAgain }: MovementProgressProps) {
  const { params } = useWorkspace();
  const link = useWorkspaceLink();
  const path = { ...params, account_id: accountId };
  const { data, error, refetch } = useQuery({
    queryKey: ["movement", kind, path, id],
    queryFn: ({ signal }) => readMovement(kind, path, id, signal),
    ...useLive(everyMs),
  });
  return (
    <Section title={`${movementWords[kind].title} of ${valueType}`}>
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton height={120} /> : null}
      {data === undefined ? null : (
        <>
          <Text size="sm" mb="sm" role="status">
            {data.status === "pending"
              ? "Accepted. You can leave this page; processing continues."
              : `${movementWords[kind].title} ${data.status}.`}
          </Text>
          <Facts
            items={[
              ["Status", <StatusBadge key="status" status={data.status} />],
              ["Amount", <Amount key="amount" value={data.amount} asset={valueType} inline />],
              ["Failure reason", data.failure?.detail],
              ["Source transaction", transactionOf(data.source)],
              ["Destination transaction", transactionOf(data.destination)],
              ["ID", <CopyId key="id" id={data.id} of={kind} />],
              ["API request", <ObjectRequest key="request" objectId={data.id} />],
              ["Created", <When key="created" at={data.created_at} />],
            ]}
          />
        </>
      )}
      <Group mt="md" gap="xs">
        <Button component={ConsoleLink} to={link("tokens", valueType)}>
          Back to {valueType}
        </Button>
        <Button variant="default" onClick={onAgain}>
          New {kind}
        </Button>
      </Group>
    </Section>
  );
}

interface ShownMovement {
  readonly id: string;
  readonly status: "pending" | "complete" | "failed";
  readonly amount: string;
  readonly created_at: string;
  readonly failure: { readonly detail: string } | null;
  readonly source?: Leg;
  readonly destination?: Leg;
}

interface Leg {
  readonly transaction_id: string | null;
}

function transactionOf(leg: Leg | undefined) {
  const id = leg?.transaction_id;
  return id === undefined || id === null ? null : <CopyId id={id} of="transaction" />;
}

interface AccountPath {
  readonly tenant_id: string;
  readonly network: Network;
  readonly account_id: string;
}

function readMovement(
  kind: MovementKind,
  path: AccountPath,
  id: string,
  signal: AbortSignal,
): Promise<ShownMovement> {
  switch (kind) {
    case "mint":
      return get(
        "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/mints/{mint_id}",
        { params: { path: { ...path, mint_id: id } }, signal },
      );
    case "burn":
      return get(
        "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/burns/{burn_id}",
        { params: { path: { ...path, burn_id: id } }, signal },
      );
    case "transfer":
      return get(
        "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/transfers/{transfer_id}",
        { params: { path: { ...path, transfer_id: id } }, signal },
      );
  }
}
