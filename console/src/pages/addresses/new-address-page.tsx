import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { AccountSelect } from "../accounts/account-select.tsx";
import { BankAddressForm } from "./bank-address-form.tsx";
import { ChainAddressForm } from "./chain-address-form.tsx";
import { InternalAddressForm } from "./internal-address-form.tsx";
import { useAccountFilter } from "./use-account-filter.ts";

const kinds = [
  { value: "chain", label: "On a chain" },
  { value: "bank", label: "At a bank" },
  { value: "internal", label: "Custodial" },
];

/** One more address of an account: somebody else's, or one that is kept for it here. */
export function NewAddressPage() {
  const link = useWorkspaceLink();
  const [account, setAccount] = useAccountFilter();
  const [kind, setKind] = useState("chain");
  return (
    <Page
      title="New address"
      back={<PageLink to={`${link("addresses")}?account=${account}`}>Addresses</PageLink>}
      description={
        <>
          Of somebody else, on a chain or at a bank, or one more custodial address. To debit a bank account,{" "}
          <PageLink to={`${link("addresses", "link")}?account=${account}`}>link it</PageLink> instead.
        </>
      }
      actions={<AccountSelect size="xs" value={account} onChange={setAccount} />}
    >
      <Section
        title={kinds.find(({ value }) => value === kind)?.label ?? ""}
        actions={
          <SegmentedControl
            size="xs"
            data={kinds}
            value={kind}
            onChange={setKind}
            aria-label="Kind of address"
          />
        }
      >
        {kind === "chain" ? <ChainAddressForm key={account} accountId={account} /> : null}
        {kind === "bank" ? <BankAddressForm key={account} accountId={account} /> : null}
        {kind === "internal" ? <InternalAddressForm key={account} accountId={account} /> : null}
      </Section>
    </Page>
  );
}
