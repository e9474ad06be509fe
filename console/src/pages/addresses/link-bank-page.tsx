import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { AccountSelect } from "../accounts/account-select.tsx";
import { BankLinkForm } from "./bank-link-form.tsx";
import { MicroDepositsForm } from "./micro-deposits-form.tsx";
import { useAccountFilter } from "./use-account-filter.ts";

/** The owner of a bank account shows that it is theirs, so that it can be debited. */
export function LinkBankPage() {
  const link = useWorkspaceLink();
  const [account, setAccount] = useAccountFilter();
  return (
    <Page
      title="Link a bank account"
      back={<PageLink to={`${link("addresses")}?account=${account}`}>Addresses</PageLink>}
      description="Its owner shows that it is theirs: at the bank's page, or by telling the amounts of two small deposits. After that it can be debited."
      actions={<AccountSelect size="xs" value={account} onChange={setAccount} />}
    >
      <Section
        title="At the bank's page"
        description="The owner picks the account there, and comes back with a public token."
      >
        <BankLinkForm key={account} accountId={account} />
      </Section>
      <Section
        title="By micro deposits"
        description="Two ACH credits of less than a dollar are sent. Their amounts, told back, verify the account."
      >
        <MicroDepositsForm key={account} accountId={account} />
      </Section>
    </Page>
  );
}
