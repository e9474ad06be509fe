import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ApiFold } from "../../kit/api-fold.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { transferTypeLabel } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { When } from "../../kit/when.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { ObjectRequest } from "../developers/requests/object-request.tsx";
import { SimulateDeposit } from "../developers/sandbox/simulate-deposit.tsx";
import { FreezeDialog } from "../tokens/freeze-dialog.tsx";
import { type Address, addressQuery } from "./address.ts";
import { AddressBalances } from "./address-balances.tsx";
import { AddressPlace } from "./address-place.tsx";
import { ArchiveButton } from "./archive-button.tsx";
import { ConfirmDepositsForm } from "./confirm-deposits-form.tsx";
import { NameForm } from "./name-form.tsx";
import { RenewLink } from "./renew-link.tsx";

/** Details and actions of one address. */
export function AddressPage() {
  const addressId = usePageParam("addressId");
  const link = useWorkspaceLink();
  const workspace = useWorkspace();
  const { network } = workspace;
  const { data, error, refetch } = useQuery({ ...addressQuery(workspace, addressId), ...useLive() });
  if (data === undefined) {
    return (
      <Page title="Address" back={<PageLink to={link("addresses")}>Addresses</PageLink>}>
        {error === null ? <Skeleton height={300} /> : <ErrorNotice error={error} onRetry={refetch} />}
      </Page>
    );
  }
  const { address, owner } = data;
  const at = { accountId: owner.account_id, address };
  return (
    <Page
      title={address.name}
      back={<PageLink to={`${link("addresses")}?account=${owner.account_id}`}>Addresses</PageLink>}
      description={<StatusBadge status={address.status} />}
      actions={
        <>
          {address.type === "external" ? <ArchiveButton {...at} /> : null}
          {address.address === "" ? null : (
            <FreezeDialog
              network={network}
              addresses={[{ label: address.name, address: address.address, chains: address.transfer_types }]}
            />
          )}
        </>
      }
    >
      <Section title="Details">
        <Facts
          items={[
            [
              "Account",
              <PageLink key="account" to={link("accounts", owner.account_id)}>
                {owner.account_name}
              </PageLink>,
            ],
            ...factsOf(address),
          ]}
        />
      </Section>
      {address.verification === "pending" ? <ConfirmDepositsForm {...at} /> : null}
      {address.needs_update === true ? <RenewLink {...at} /> : null}
      {address.type === "internal" ? <AddressBalances {...at} /> : null}
      {address.type === "internal" ? <SimulateDeposit {...at} /> : null}
      <NameForm key={address.name} {...at} />
      <ApiFold request={{ path: `/accounts/${owner.account_id}/addresses/${address.id}` }} />
    </Page>
  );
}

function ownershipLabel(ownership: Address["ownership"]): string | undefined {
  if (ownership === undefined || ownership === null) return undefined;
  return ownership === "self_owned" ? "Own account" : "Customer";
}

function holderLabel(holder: Address["holder_type"]): string | undefined {
  if (holder === undefined || holder === null) return undefined;
  return holder === "individual" ? "Individual" : "Business";
}

function factsOf(address: Address) {
  return [
    ["Address", <AddressPlace key="where" address={address} full />],
    ["Type", address.type === "internal" ? "Internal (custodial)" : "External"],
    ["Transfer types", address.transfer_types.map(transferTypeLabel).join(", ")],
    ["Account type", address.account_type],
    ["Ownership", ownershipLabel(address.ownership)],
    ["Holder", holderLabel(address.holder_type)],
    [
      "Ownership verification",
      address.verification === undefined ? undefined : (
        <StatusBadge key="verification" status={address.verification} />
      ),
    ],
    ["ID", <CopyId key="id" id={address.id} of="address" full />],
    ["API request", <ObjectRequest key="request" objectId={address.id} />],
    ["Created", <When key="created" at={address.created} exact />],
    ["Updated", <When key="changed" at={address.last_updated} />],
  ] as const;
}
