import { Button, Group, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Answered, get } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import type { Network } from "../../workspace/network.ts";
import { priceWords } from "./term-words.ts";

type Way = Answered<"/console/api/limits/{tenant_id}/effective">["ways"][number];

interface EffectivePanelProps {
  readonly tenantId: string;
  readonly network: Network;
}

/** What all of it comes to, for one account, way by way. */
export function EffectivePanel({ tenantId, network }: EffectivePanelProps) {
  const [accountId, setAccountId] = useState("");
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["terms", tenantId, "effective", network, accountId],
    queryFn: ({ signal }) =>
      get("/console/api/limits/{tenant_id}/effective", {
        params: {
          path: { tenant_id: tenantId },
          query: { network, account_id: accountId === "" ? undefined : accountId },
        },
        signal,
      }),
  });
  return (
    <Section
      title="What holds"
      description="For one account, by each chain and rail, with what banks carry in one entry. The managing account itself unless another is named."
      flush
      actions={<AccountChoice onChoose={setAccountId} />}
    >
      <DataTable
        label="What holds"
        columns={columns}
        rows={data?.ways}
        rowKey={({ transfer_type: type }) => type}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={<Empty title="No ways" />}
      />
    </Section>
  );
}

function AccountChoice({ onChoose }: { readonly onChoose: (accountId: string) => void }) {
  const [text, setText] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChoose(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Account id"
          size="xs"
          pattern="[0-9A-Za-z]{26}"
          title="26 letters and digits"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          Look
        </Button>
      </Group>
    </form>
  );
}

const columns: readonly Column<Way>[] = [
  { header: "Chain or rail", cell: ({ transfer_type: type }) => transferTypeWords(type) },
  {
    header: "One transfer",
    align: "right",
    cell: ({ most }) => (most === null ? "No limit" : <Amount value={most} asset="USD" />),
  },
  {
    header: "Left today",
    align: "right",
    cell: ({ left_today: left }) => (left === null ? "No limit" : <Amount value={left} asset="USD" />),
  },
  ...(["onramp", "offramp", "swap"] as const).map(
    (flow): Column<Way> => ({ header: `Fee, ${flow}`, cell: (way) => feeWords(way, flow) }),
  ),
];

function feeWords({ fees }: Way, flow: string): string {
  const fee = fees.find((each) => each.flow === flow)?.fee;
  return fee === undefined || fee === null ? "Nothing" : priceWords(fee);
}
