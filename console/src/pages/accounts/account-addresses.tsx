import { useQuery } from "@tanstack/react-query";
import { DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { useLive } from "../../kit/use-live.ts";
import { useUrlPaging } from "../../kit/use-url-paging.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { AccountBalances } from "../addresses/account-balances.tsx";
import { addressListQuery } from "../addresses/address.ts";
import { addressColumns } from "../addresses/address-columns.tsx";

/** Addresses of an account, and its balances. */
export function AccountAddresses({ accountId }: { readonly accountId: string }) {
  const link = useWorkspaceLink();
  const { query, pagingOf } = useUrlPaging();
  const { data, error, isLoading, refetch } = useQuery({
    ...addressListQuery(useWorkspace(), accountId, { type: undefined, ...query }),
    ...useLive(),
  });
  return (
    <>
      <Section
        title="Addresses"
        flush
        actions={
          <PageLink to={`${link("addresses")}?account=${accountId}`}>Add or filter addresses</PageLink>
        }
      >
        <DataTable
          label="Addresses"
          columns={addressColumns}
          rows={data?.addresses}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ id }) => link("addresses", id)}
          paging={pagingOf(data?.pagination)}
          empty={<Empty title="No addresses yet" />}
        />
      </Section>
      <AccountBalances accountId={accountId} />
    </>
  );
}
