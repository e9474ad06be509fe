import { Button, Group, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { get, type ResponseBody } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import type { Network } from "../../workspace/network.ts";
import { priceWords } from "./term-words.ts";

type EffectiveTerms = ResponseBody<"/console/api/limits/{tenant_id}/effective">["ways"][number];

interface EffectivePanelProps {
  readonly tenantId: string;
  readonly network: Network;
  /** Undefined to let the user choose one. */
  readonly account?: string;
}

/** Effective limits and fees of one account, by chain and rail. */
export function EffectivePanel({ tenantId, network, account }: EffectivePanelProps) {
  const [chosen, setChosen] = useState("");
  const accountId = account ?? chosen;
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
      title="Effective limits and fees"
      description="Limits and fees that apply to transfers of one account, by chain and rail, including bank limits per entry, without limits of an asset or a destination."
      flush
      actions={account === undefined ? <AccountChoice onChoose={setChosen} /> : null}
    >
      <DataTable
        label="Effective limits and fees"
        columns={columns}
        rows={data?.ways}
        rowKey={({ transfer_type: type }) => type}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={<Empty title="No chains or rails" />}
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
          label="Account ID"
          description="By default the managing account"
          size="xs"
          pattern="[0-9A-Za-z]{26}"
          title="26 letters and digits"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          Apply
        </Button>
      </Group>
    </form>
  );
}

const columns: readonly Column<EffectiveTerms>[] = [
  { header: "Chain or rail", cell: ({ transfer_type: type }) => transferTypeWords(type) },
  {
    header: "Per transfer",
    align: "right",
    cell: ({ most }) => (most === null ? "No limit" : <Amount value={most} asset="USD" />),
  },
  {
    header: "Remaining today",
    align: "right",
    cell: ({ left_today: left }) => (left === null ? "No limit" : <Amount value={left} asset="USD" />),
  },
  {
    header: "Remaining in 30 days",
    align: "right",
    cell: ({ left_thirty_days: left }) => (left === null ? "No limit" : <Amount value={left} asset="USD" />),
  },
  ...(["onramp", "offramp", "swap"] as const).map(
    (flow): Column<EffectiveTerms> => ({ header: `Fee (${flow})`, cell: (terms) => feeWords(terms, flow) }),
  ),
];

function feeWords({ fees }: EffectiveTerms, flow: string): string {
  const fee = fees.find((each) => each.flow === flow)?.fee;
  return fee === undefined || fee === null ? "No fee" : priceWords(fee);
}
