import { Stack } from "@mantine/core";
import { useState } from "react";
import { AccountPicker } from "../../kit/account-picker.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { QuotePanel } from "./quote-panel.tsx";
import { changedDraft, emptyDraft, requestOf, type TransferDraft } from "./transfer-draft.ts";
import { TransferForm } from "./transfer-form.tsx";
import { useTransferEnds } from "./use-transfer-ends.ts";
import { useTransferQuote } from "./use-transfer-quote.ts";

/** Creates a transfer in two steps: quote, then confirmation. */
export function NewTransferPage() {
  const { tenantId } = useWorkspace();
  const link = useWorkspaceLink();
  const [{ account }, setFilters] = useUrlFilters({ account: tenantId });
  const [draft, setDraft] = useState<TransferDraft>(emptyDraft);
  const ends = useTransferEnds(account);
  const { quote, ask, forget, isAsking, error, create, isCreating, createError } = useTransferQuote(account);
  const change = (changed: Partial<TransferDraft>) => {
    // The quote no longer belongs to the draft.
    forget();
    setDraft(changedDraft(draft, changed));
  };
  const request = requestOf(ends.routes ?? [], draft);
  return (
    <Page
      title="New transfer"
      description="Get a quote first. Nothing moves until you create the transfer."
      back={<PageLink to={link("transfers")}>Transfers</PageLink>}
    >
      <Stack gap="md" maw="46rem">
        <Section title="Transfer details">
          <Stack gap="sm">
            <AccountPicker
              label="Account"
              description="The account whose funds are moved."
              value={account}
              onChange={(chosen) => {
                change(emptyDraft);
                setFilters({ account: chosen === "" ? tenantId : chosen });
              }}
            />
            <TransferForm
              draft={draft}
              ends={ends}
              onChange={change}
              isBusy={isAsking}
              error={error}
              onSubmit={request === undefined ? undefined : () => ask(request)}
            />
          </Stack>
        </Section>
        {quote === undefined || request === undefined ? null : (
          <QuotePanel
            quote={quote}
            isCreating={isCreating}
            error={createError}
            onCreate={() => create(request)}
          />
        )}
      </Stack>
    </Page>
  );
}
