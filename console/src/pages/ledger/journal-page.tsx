import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Amount } from "../../kit/amount.tsx";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { shortId } from "../../kit/short-id.ts";
import { statusWords } from "../../kit/status-tone.ts";
import { isChain, transferTypeNames, transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useUrlPaging } from "../../kit/use-url-paging.ts";
import { statementPath } from "./account-link.tsx";
import { accountKinds, type Balances } from "./journal.ts";
import { JournalBack } from "./journal-back.tsx";
import { TotalsSection } from "./totals-section.tsx";
import { type Journal, useJournal } from "./use-journal.ts";

type Balance = Balances["accounts"][number];

/** Ledger accounts of one journal, with its trial balance. */
export function JournalPage() {
  const journal = useJournal();
  return (
    <Page
      title={journal.isOfOperations ? `Journal on ${journal.network}` : "Ledger"}
      description={
        journal.isOfOperations ? (
          <>
            Tenant <CopyId id={journal.tenantId} of="tenant" />. Every posting sums to zero and is never
            changed.
          </>
        ) : (
          "Double-entry ledger of this workspace. Every posting sums to zero and is never changed."
        )
      }
      network={journal.network}
      back={<JournalBack journal={journal} isStart />}
      actions={
        <Button component={ConsoleLink} to={journal.link("records")} variant="default">
          Records
        </Button>
      }
    >
      <TotalsSection journal={journal} />
      <AccountsSection journal={journal} />
    </Page>
  );
}

function AccountsSection({ journal }: { readonly journal: Journal }) {
  const [filters, setFilters] = useUrlFilters({ kind: "", owner: "", chain: "", asset: "" });
  const { query: place, pagingOf } = useUrlPaging();
  const filter = {
    kind: accountKinds.find((each) => each === filters.kind),
    owner: orUndefined(filters.owner),
    chain: orUndefined(filters.chain),
    asset: orUndefined(filters.asset),
  };
  const query = { ...filter, "page[after]": place["page[after]"] };
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["ledger-accounts", journal.link(), query],
    queryFn: ({ signal }) => journal.accounts(query, signal),
  });
  const totals = useListTotals(`${journal.address}/accounts`, filter);
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <Section title="Accounts" flush actions={<Filters filters={filters} onChange={setFilters} />}>
      <ListTable
        name="ledger-accounts"
        noun={["account", "accounts"]}
        hasFilters
        {...totals}
        label="Ledger accounts"
        columns={columns}
        rows={data?.accounts}
        rowKey={({ account }) => account.path}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        rowLink={({ account }) => statementPath(journal, account.path)}
        paging={pagingOf(data?.pagination)}
        empty={
          <Empty title={isFiltered ? "No ledger accounts match these filters" : "No records yet"}>
            {isFiltered ? "Filters match exact values." : "A ledger account is opened by its first record."}
          </Empty>
        }
      />
    </Section>
  );
}

function orUndefined(text: string): string | undefined {
  return text === "" ? undefined : text;
}

const columns: readonly Column<Balance>[] = [
  { header: "Account type", phone: "title", cell: ({ account }) => statusWords(account.kind) },
  {
    header: "Owner",
    phone: "detail",
    cell: ({ account, owner_name: name }) => <Owner id={account.owner} name={name} />,
  },
  {
    header: "Chain",
    phone: "end",
    cell: ({ account }) => (account.chain === null ? "–" : transferTypeWords(account.chain)),
  },
  {
    header: "Posted",
    align: "right",
    phone: "value",
    cell: ({ posted, account }) => <Amount value={posted} asset={account.asset} />,
  },
  { header: "Held", align: "right", cell: ({ held }) => <Amount value={held} /> },
  { header: "Available", align: "right", cell: ({ available }) => <Amount value={available} /> },
];

/** An address, a token or an account by its name; a part of the service by its own: "transfers". */
function Owner({ id, name }: { readonly id: string | null; readonly name: string | null }) {
  if (id === null) return "–";
  if (name !== null) return <span title={id}>{name}</span>;
  return shortId(id) === id ? statusWords(id) : <CopyId id={id} of="owner" />;
}

interface FiltersProps {
  readonly filters: Readonly<Record<"kind" | "owner" | "chain" | "asset", string>>;
  readonly onChange: (change: Partial<FiltersProps["filters"]>) => void;
}

function Filters({ filters, onChange }: FiltersProps) {
  const text = (name: "owner" | "asset", label: string, placeholder: string) => (
    <TextInput
      label={label}
      size="xs"
      w={130}
      maxLength={64}
      placeholder={placeholder}
      value={filters[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value.trim() })}
    />
  );
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label="Account type"
        size="xs"
        value={filters.kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value })}
        data={[
          { value: "", label: "Any" },
          ...accountKinds.map((value) => ({ value, label: statusWords(value) })),
        ]}
      />
      {text("owner", "Owner", "ID")}
      <NativeSelect
        label="Chain"
        size="xs"
        value={filters.chain}
        onChange={(event) => onChange({ chain: event.currentTarget.value })}
        data={[
          { value: "", label: "Any" },
          ...transferTypeNames()
            .filter(isChain)
            .map((value) => ({ value, label: transferTypeWords(value) })),
        ]}
      />
      {text("asset", "Asset", "FUSD")}
    </Group>
  );
}
