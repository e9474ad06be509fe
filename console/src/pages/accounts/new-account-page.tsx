import { Button, Group, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { FieldGrid } from "../../kit/field-grid.tsx";
import { Form } from "../../kit/form.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { PointerField } from "../../kit/pointer-field.tsx";
import { Section } from "../../kit/section.tsx";
import { splitPath } from "../../kit/split-path.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { type PointerForm, usePointerForm } from "../../kit/use-pointer-form.ts";
import { now } from "../../system-clock.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { MagicHint } from "../developers/sandbox/magic-hint.tsx";
import { accountRequest, localTime, ownerPointer, valuesOf, withoutOwner } from "./account-form.ts";
import { exampleAccount, type NewAccount } from "./example-account.ts";
import { PartyFields } from "./individual-fields.tsx";
import { StreetFields } from "./street-fields.tsx";

const maxOwners = 50;

/** Creates a managed account for a business. */
export function NewAccountPage() {
  const { network } = useWorkspace();
  const link = useWorkspaceLink();
  const form = usePointerForm();
  const [ownerCount, setOwnerCount] = useState(0);
  const create = useCreateAccount();
  const fill = () => {
    form.replace({
      ...valuesOf(exampleAccount),
      "/tos_attestation/accepted_at": localTime(now()),
    });
    setOwnerCount(exampleAccount.beneficial_owners?.length ?? 0);
  };
  return (
    <Page
      title="New account"
      back={<PageLink to={link("accounts")}>Accounts</PageLink>}
      description="A business that you manage. Its data is stored encrypted, and the console masks EINs and SSNs."
      actions={
        network === "testnet" ? (
          <Button variant="default" onClick={fill}>
            Fill with example
          </Button>
        ) : undefined
      }
    >
      <Form
        form={form}
        label="Create account"
        errorTitle="The account was not created"
        gap="lg"
        onSubmit={() => create(accountRequest(form.values, ownerCount))}
      >
        <BusinessFields form={form} />
        <Section title="Controller" description="The individual who controls the business.">
          <PartyFields form={form} at="/business_controller" />
        </Section>
        <Owners form={form} count={ownerCount} onCount={setOwnerCount} />
        <TermsFields form={form} />
        <MagicHint form="account" />
      </Form>
    </Page>
  );
}

/** Creates the account, confirms with a toast and opens the account's page. */
function useCreateAccount(): (request: NewAccount) => Promise<void> {
  const { params } = useWorkspace();
  const link = useWorkspaceLink();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (request) => {
    const { id, name } = await send("post", "/console/api/workspaces/{tenant_id}/{network}/accounts", {
      params: { path: params },
      body: request,
      idempotent: true,
    });
    toastSuccess(`${name} is in review`);
    await queryClient.invalidateQueries({ queryKey: ["accounts"] });
    await navigate(splitPath(link("accounts", id)));
  };
}

function BusinessFields({ form }: { readonly form: PointerForm }) {
  return (
    <Section title="Business">
      <FieldGrid>
        <PointerField form={form} pointer="/business_name" label="Legal name" />
        <PointerField
          form={form}
          pointer="/name"
          label="Display name"
          description="Defaults to the legal name."
          isOptional
        />
        <PointerField
          form={form}
          pointer="/ein"
          label="EIN"
          description="Nine digits. Stored encrypted; the console shows the last four."
        />
        <PointerField form={form} pointer="/website" label="Website" />
        <PointerField form={form} pointer="/email" label="Email" type="email" />
        <PointerField form={form} pointer="/phone_number" label="Phone" />
        <StreetFields form={form} at="/address" />
      </FieldGrid>
    </Section>
  );
}

interface OwnersProps {
  readonly form: PointerForm;
  readonly count: number;
  readonly onCount: (count: number) => void;
}

function Owners({ form, count, onCount }: OwnersProps) {
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <Section
          key={ownerPointer(index)}
          title={`Beneficial owner ${index + 1}`}
          actions={
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                form.replace(withoutOwner(form.values, index));
                onCount(count - 1);
              }}
            >
              Remove owner {index + 1}
            </Button>
          }
        >
          <PartyFields form={form} at={ownerPointer(index)} />
        </Section>
      ))}
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          disabled={count >= maxOwners}
          onClick={() => onCount(count + 1)}
        >
          Add owner
        </Button>
        <Text size="sm" c="dimmed">
          Every individual who owns 25% or more of the business.
        </Text>
      </Group>
    </>
  );
}

function TermsFields({ form }: { readonly form: PointerForm }) {
  const pointer = "/tos_attestation/accepted_at";
  return (
    <Section title="Terms of service" description="Your record that the end user accepted them.">
      <FieldGrid>
        <PointerField
          form={form}
          pointer={pointer}
          label="Accepted at"
          description="In your time zone."
          type="datetime-local"
        />
        <PointerField form={form} pointer="/tos_attestation/version" label="Version" isOptional />
        <PointerField form={form} pointer="/tos_attestation/ip" label="IP address" isOptional />
        <PointerField form={form} pointer="/tos_attestation/user_agent" label="User agent" isOptional />
      </FieldGrid>
      <Button mt="sm" size="xs" variant="default" onClick={() => form.set(pointer, localTime(now()))}>
        Set to now
      </Button>
    </Section>
  );
}
