import { Group, Text } from "@mantine/core";
import { Amount } from "../../kit/amount.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Fact, Facts } from "../../kit/facts.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { When } from "../../kit/when.tsx";
import type { Transfer, WorkspaceTransfer } from "./transfer.ts";
import { placeWords } from "./transfer-type-words.ts";

interface TransferFactsProps {
  readonly row: WorkspaceTransfer;
  /** Asked for apart; the page does not wait for it. */
  readonly transfer: Transfer | undefined;
}

export function TransferFacts({ row, transfer }: TransferFactsProps) {
  const link = useWorkspaceLink();
  return (
    <Facts
      items={[
        ["Id", <CopyId key="id" id={row.id} of="transfer" full />],
        ["Status", <StatusBadge key="status" status={row.status} />],
        ["Amount", <Amount key="amount" value={row.amount} asset={row.currency} inline />],
        ["Fee", <Amount key="fee" value={row.fee} asset="USD" inline />],
        ...endFacts("From", row.source),
        ...endFacts("To", row.destination),
        [
          "Account",
          <PageLink key="account" to={link("accounts", row.account_id)}>
            {row.account_name ?? row.account_id}
          </PageLink>,
        ],
        [
          "Automation",
          row.automation_id === null ? null : (
            <PageLink key="automation" to={link("automations", row.account_id, row.automation_id)}>
              <Text component="span" ff="monospace" size="sm">
                {row.automation_id}
              </Text>
            </PageLink>
          ),
        ],
        ["Failure", failureOf(row, transfer)],
        ["Note", row.note],
        ["Created", <When key="created" at={row.created_at} />],
        ["Completed", row.completed_at === null ? null : <When key="completed" at={row.completed_at} />],
      ]}
    />
  );
}

function endFacts(label: string, end: WorkspaceTransfer["source"]): readonly Fact[] {
  return [
    [label, placeWords(end)],
    [
      `${label}: address`,
      end.address_id === null ? null : <CopyId key="address" id={end.address_id} of="address" />,
    ],
    [
      `${label}: transaction`,
      end.transaction_id === null ? null : (
        <CopyId key="transaction" id={end.transaction_id} of="transaction" />
      ),
    ],
    [
      `${label}: payment`,
      end.payment_id === null ? null : <CopyId key="payment" id={end.payment_id} of="payment" />,
    ],
  ];
}

function failureOf(row: WorkspaceTransfer, transfer: Transfer | undefined) {
  if (row.failure_type === null) return null;
  const { ach_return: ach, wire_return: wire, retriable = false } = transfer?.failure ?? {};
  const told = ach ?? wire;
  return (
    <Group gap={4}>
      <span>{statusWords(row.failure_type)}</span>
      {told === undefined ? null : <span>{`${told.code}: ${told.reason}`}</span>}
      {retriable ? <span>It may succeed later.</span> : null}
    </Group>
  );
}
