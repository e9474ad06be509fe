import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { useListTotals, workspaceAddress } from "../../kit/list/use-list-totals.ts";
import { Page } from "../../kit/page.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { AccountSelect } from "../accounts/account-select.tsx";
import { addressListQuery } from "./address.ts";
import { addressColumns } from "./address-columns.tsx";
import { useAccountFilter } from "./use-account-filter.ts";

const addressTypes = ["internal", "external"] as const;

/** Addresses of one account: sources and destinations of its transfers. */
export function AddressesPage() {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const [account, setAccount] = useAccountFilter();
  const [filters, setFilters] = useUrlFilters({ type: "" });
  const { query, filter: range, order, pagingOf } = useListPlace();
  const type = addressTypes.find((known) => known === filters.type);
  const { data, error, isLoading, refetch } = useQuery({
    ...addressListQuery(workspace, account, { type, ...query }),
    placeholderData: keepPreviousData,
    ...useLive(),
  });
  const address = `${workspaceAddress(workspace.params)}/accounts/${account}/addresses`;
  const totals = useListTotals(address, { type, ...range });
  return (
    <Page
      title="Addresses"
      description="Sources and destinations of transfers: custodial addresses, external chain addresses and bank accounts."
      actions={<AddButtons account={account} />}
    >
      <Section
        title="All addresses"
        flush
        actions={<AccountSelect size="xs" value={account} onChange={setAccount} />}
      >
        <ListTable
          name="addresses"
          noun={["address", "addresses"]}
          {...totals}
          order={order}
          status={{
            statuses: addressTypes,
            value: filters.type,
            onChange: (value) => setFilters({ type: value }),
          }}
          label="Addresses"
          columns={addressColumns}
          rows={data?.addresses}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ id }) => link("addresses", id)}
          paging={pagingOf(data?.pagination)}
          empty={<NoAddresses account={account} />}
        />
      </Section>
    </Page>
  );
}

function NoAddresses({ account }: { readonly account: string }) {
  return (
    <Empty
      title="No addresses yet"
      curl={{
        method: "POST",
        path: `/accounts/${account}/addresses/external`,
        body: {
          name: "Supplier",
          address: "0x52908400098527886E0F7030069857D2E4169EE7",
          transfer_types: ["ethereum", "base"],
        },
        idempotent: true,
      }}
    >
      Custodial addresses are created once an account is complete and keys for its chains are available. Add
      external addresses here or through the API.
    </Empty>
  );
}

function AddButtons({ account }: { readonly account: string }) {
  const { can } = useWorkspace();
  const link = useWorkspaceLink();
  if (!can("addresses:write")) {
    return (
      <Button disabled title="Your role can't add addresses">
        Add address
      </Button>
    );
  }
  return (
    <>
      <Button
        component={ConsoleLink}
        to={`${link("addresses", "link")}?account=${account}`}
        variant="default"
      >
        Link bank account
      </Button>
      <Button component={ConsoleLink} to={`${link("addresses", "new")}?account=${account}`}>
        Add address
      </Button>
    </>
  );
}
