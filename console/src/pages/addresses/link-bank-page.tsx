import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { AccountSelect } from "../accounts/account-select.tsx";
import { BankLinkForm } from "./bank-link-form.tsx";
import { MicroDepositsForm } from "./micro-deposits-form.tsx";
import { useAccountFilter } from "./use-account-filter.ts";

/** Links a bank account: its holder proves ownership, so that it can be debited. */
export function LinkBankPage() {
  const link = useWorkspaceLink();
  const [account, setAccount] = useAccountFilter();
  return (
    <Page
      title="Link bank account"
      back={<PageLink to={`${link("addresses")}?account=${account}`}>Addresses</PageLink>}
      description="The account holder proves ownership on the bank's page or by confirming two micro-deposits. A linked account can be debited."
      actions={<AccountSelect size="xs" value={account} onChange={setAccount} />}
    >
      <Section
        title="Instant verification"
        description="The account holder selects the account on the bank's page, which returns a public token."
      >
        <BankLinkForm key={account} accountId={account} />
      </Section>
      <Section
        title="Micro-deposits"
        description="Two ACH credits of less than 1 USD are sent. Confirming their amounts verifies the account."
      >
        <MicroDepositsForm key={account} accountId={account} />
      </Section>
    </Page>
  );
}
