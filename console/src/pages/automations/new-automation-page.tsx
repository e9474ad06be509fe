import { NativeSelect, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { AccountPicker } from "../../kit/account-picker.tsx";
import { ApiFold } from "../../kit/api-fold.tsx";
import { Form } from "../../kit/form.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { createRequestKeys } from "../../kit/request-keys.ts";
import { Section } from "../../kit/section.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useAttempt } from "../../kit/use-attempt.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { type TransferEnds, useTransferEnds } from "../transfers/use-transfer-ends.ts";
import {
  type AutomationDraft,
  type AutomationRequest,
  automationRequestOf,
  routeKeyOf,
  sourceOptionsOf,
} from "./automation-draft.ts";
import { DestinationFields } from "./destination-fields.tsx";

const emptyDraft: AutomationDraft = { name: "", source: "", destination: "", destinationAddress: "" };

/** Creates an automation from a source and a destination. */
export function NewAutomationPage() {
  const { tenantId } = useWorkspace();
  const link = useWorkspaceLink();
  const [{ account }, setFilters] = useUrlFilters({ account: tenantId });
  const [draft, setDraft] = useState(emptyDraft);
  const ends = useTransferEnds(account);
  const { routes = [] } = ends;
  const form = useAttempt();
  const create = useCreateAutomation(account);
  const request = automationRequestOf(routes, draft);
  const change = (changed: Partial<AutomationDraft>) => setDraft({ ...draft, ...changed });
  return (
    <Page
      title="New automation"
      description="The automation gets its own account number or address. Everything it receives is forwarded to the destination."
      back={<PageLink to={link("automations")}>Automations</PageLink>}
    >
      <Section title="Details">
        <Form
          form={form}
          label="Create automation"
          error={ends.error ?? form.error}
          errorTitle="The automation was not created"
          disabled={request === undefined}
          gap="sm"
          maw="36rem"
          onSubmit={async () => request && create(request)}
        >
          <AccountPicker
            label="Account"
            value={account}
            onChange={(chosen) => {
              setDraft(emptyDraft);
              setFilters({ account: chosen === "" ? tenantId : chosen });
            }}
          />
          <AutomationFields draft={draft} ends={ends} onChange={change} />
          {request === undefined ? null : (
            <ApiFold
              request={{
                method: "POST",
                path: `/accounts/${account}/automations`,
                body: request,
                idempotent: true,
              }}
            />
          )}
        </Form>
      </Section>
    </Page>
  );
}

interface AutomationFieldsProps {
  readonly draft: AutomationDraft;
  readonly ends: TransferEnds;
  readonly onChange: (change: Partial<AutomationDraft>) => void;
}

/** Name, source and destination. */
function AutomationFields({ draft, ends, onChange }: AutomationFieldsProps) {
  const { routes = [] } = ends;
  return (
    <>
      <TextInput
        label="Name"
        required
        maxLength={maxLengths.createAutomation.name}
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label="Source"
        required
        data={[{ value: "", label: "Choose…" }, ...sourceOptionsOf(routes)]}
        value={draft.source}
        onChange={(event) =>
          onChange({ source: event.currentTarget.value, destination: "", destinationAddress: "" })
        }
      />
      <DestinationFields
        source={routeKeyOf(draft.source)}
        ends={ends}
        destination={draft.destination}
        address={draft.destinationAddress}
        onChange={onChange}
      />
    </>
  );
}

function useCreateAutomation(accountId: string) {
  const { params } = useWorkspace();
  const link = useWorkspaceLink();
  const navigate = useNavigate();
  const [keyOf] = useState(createRequestKeys);
  return async (body: AutomationRequest) => {
    const { id } = await send(
      "post",
      "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/automations",
      {
        params: { path: { ...params, account_id: accountId } },
        body,
        idempotencyKey: keyOf([accountId, body]),
      },
    );
    toastSuccess("Automation created.");
    await navigate({ to: link("automations", accountId, id) });
  };
}
