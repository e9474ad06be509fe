import { Group, Stack, Text } from "@mantine/core";
import { Amount } from "../../kit/amount.tsx";
import { countWords } from "../../kit/count-words.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { When } from "../../kit/when.tsx";
import type { Overview } from "./home.ts";
import { byRisk, queueInfo } from "./queue-info.ts";

type Queue = Overview["queues"][number];

/** Queues with items, the riskiest first; the others in one line. */
export function QueueTable({ queues }: { readonly queues: readonly Queue[] }) {
  const waiting = queues.filter(({ count }) => count > 0).toSorted(byRisk);
  const empty = queues.filter(({ count }) => count === 0);
  return (
    <Section title="Needs attention" flush>
      <DataTable
        label="Needs attention"
        columns={columns}
        rows={waiting}
        rowKey={({ name }) => name}
        rowLink={({ name }) => queueInfo[name].to}
        empty={<Empty title="Nothing needs attention" />}
      />
      {empty.length === 0 || waiting.length === 0 ? null : (
        <Group gap={6} px="md" py="sm">
          <StatusBadge status="Clear" tone="good" />
          <Text size="sm" c="dimmed">
            {empty.map(({ name }) => queueInfo[name].title).join(" · ")}
          </Text>
        </Group>
      )}
    </Section>
  );
}

const columns: readonly Column<Queue>[] = [
  {
    header: "Queue",
    phone: "title",
    cell: ({ name }) => <PageLink to={queueInfo[name].to}>{queueInfo[name].title}</PageLink>,
  },
  {
    header: "Items",
    align: "right",
    phone: "value",
    cell: ({ count, is_more }) => countWords(count, is_more),
  },
  {
    header: "Amount",
    align: "right",
    phone: "detail",
    cell: (queue) => <QueueAmounts {...queue} />,
  },
  { header: "Oldest", phone: "end", cell: ({ oldest_at }) => <When at={oldest_at} /> },
  {
    header: "Network",
    cell: ({ mainnet, testnet }) =>
      [...(mainnet > 0 ? [`${mainnet} mainnet`] : []), ...(testnet > 0 ? [`${testnet} testnet`] : [])].join(
        ", ",
      ) || "–",
  },
  {
    header: "State",
    cell: ({ name }) => (
      <StatusBadge
        status={queueInfo[name].isFault === true ? "Action required" : "Pending"}
        tone={queueInfo[name].isFault === true ? "bad" : "waiting"}
      />
    ),
  },
];

/** Mainnet first; testnet beside it, dimmed. Each is a lower bound if not all items were counted. */
function QueueAmounts({ mainnet_amount, testnet_amount, is_more }: Queue) {
  if (mainnet_amount === null && testnet_amount === null) return "–";
  const bound = is_more ? "at least " : "";
  return (
    <Stack gap={0}>
      {mainnet_amount === null ? null : (
        <span>
          {bound}
          <Amount value={mainnet_amount} asset="USD" />
        </span>
      )}
      {testnet_amount === null ? null : (
        <Text span size="sm" c="dimmed">
          {bound}
          <Amount value={testnet_amount} asset="USD" /> testnet
        </Text>
      )}
    </Stack>
  );
}
