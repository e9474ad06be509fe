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
  { value: "chain", label: "Chain address" },
  { value: "bank", label: "Bank account" },
  { value: "internal", label: "Custodial address" },
];

/** Adds an external address to an account, or creates a custodial one. */
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
          Add an external chain address or bank account, or create a custodial address. To debit a bank
          account, <PageLink to={`${link("addresses", "link")}?account=${account}`}>link it</PageLink>{" "}
          instead.
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
            aria-label="Address type"
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
