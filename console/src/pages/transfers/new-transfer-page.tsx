import { Box, Grid, Stack } from "@mantine/core";
import { useState } from "react";
import { AccountPicker } from "../../kit/account-picker.tsx";
import { ApiFold } from "../../kit/api-fold.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { forgetDraft, storeDraft, storedDraft } from "../../kit/stored-draft.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useMe } from "../../session/use-me.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { QuotePanel } from "./quote-panel.tsx";
import {
  changedDraft,
  emptyDraft,
  partiesOf,
  requestOf,
  storedPart,
  type TransferDraft,
  type TransferRequest,
} from "./transfer-draft.ts";
import { TransferForm } from "./transfer-form.tsx";
import { useTransferEnds } from "./use-transfer-ends.ts";
import { useTransferQuote } from "./use-transfer-quote.ts";

/** Creates a transfer in two steps: quote, then confirmation. */
export function NewTransferPage() {
  const { tenantId } = useWorkspace();
  const link = useWorkspaceLink();
  const [{ account }, setFilters] = useUrlFilters({ account: tenantId });
  const ends = useTransferEnds(account);
  const { quote, ask, forget, error, create, isCreating, createError } = useTransferQuote(account);
  // A quote no longer belongs to a changed draft.
  const [draft, change] = useDraft(account, forget);
  const request = requestOf(ends.routes ?? [], draft, ends.addresses ?? []);
  return (
    <Page
      title="New transfer"
      description="Review the quote first. Nothing moves until you create the transfer."
      back={<PageLink to={link("transfers")}>Transfers</PageLink>}
    >
      <Grid>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="md" maw="46rem">
            <Section title="Transfer details">
              <Stack gap="sm">
                <AccountPicker
                  label="Account"
                  description="The account whose funds are moved."
                  value={account}
                  onChange={(chosen) => {
                    change(emptyDraft);
                    forgetDraft();
                    setFilters({ account: chosen === "" ? tenantId : chosen });
                  }}
                />
                <TransferForm
                  draft={draft}
                  ends={ends}
                  onChange={change}
                  error={error}
                  onSubmit={request === undefined ? undefined : () => ask(request)}
                />
              </Stack>
            </Section>
            <TransferCode accountId={account} request={request} />
          </Stack>
        </Grid.Col>
        {quote === undefined || request === undefined ? null : (
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <Box pos="sticky" top="calc(var(--app-shell-header-height, 0px) + var(--mantine-spacing-md))">
              <QuotePanel
                quote={quote}
                {...partiesOf(ends.addresses ?? [], draft)}
                memo={request.destination.memo}
                isCreating={isCreating}
                error={createError}
                onCreate={() => create(request)}
              />
            </Box>
          </Grid.Col>
        )}
      </Grid>
    </Page>
  );
}

/** The draft, stored for the user and the account, and a function that changes it. */
function useDraft(account: string, onChange: () => void) {
  const { tenantId, network } = useWorkspace();
  const { user } = useMe();
  const scope = [user.id, tenantId, network, account, "transfer"].join("/");
  const [draft, setDraft] = useState<TransferDraft>(() => ({ ...emptyDraft, ...storedDraft(scope) }));
  const change = (changed: Partial<TransferDraft>) => {
    onChange();
    const next = changedDraft(draft, changed);
    setDraft(next);
    storeDraft(scope, storedPart(next));
  };
  return [draft, change] as const;
}

interface TransferCodeProps {
  readonly accountId: string;
  readonly request: TransferRequest | undefined;
}

/** The request as code, once the form is complete. */
function TransferCode({ accountId, request }: TransferCodeProps) {
  if (request === undefined) return null;
  const path = `/accounts/${accountId}/transfers`;
  return <ApiFold request={{ method: "POST", path, body: request, idempotent: true }} />;
}
