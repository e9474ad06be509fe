import { Badge, List, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../../api/client.ts";
import { DialogButton } from "../../../kit/dialog-button.tsx";
import { Form } from "../../../kit/form.tsx";
import { Section } from "../../../kit/section.tsx";
import { toastSuccess } from "../../../kit/toast.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { type ApiAccess, accessQuery } from "../access-query.ts";
import type { Application } from "./application-queries.ts";
import { scopeChangeWords } from "./scope-change-words.ts";
import { ScopePicker } from "./scope-picker.tsx";
import { whyNotHeld } from "./why-not-held.ts";

interface ScopesSectionProps {
  readonly application: Application;
}

/** The scopes of an application, and their change. */
export function ScopesSection({ application }: ScopesSectionProps) {
  const { data: access } = useQuery(accessQuery(useWorkspace()));
  const isEditable = application.revoked === null && access !== undefined;
  return (
    <Section
      title="Scopes"
      description="Permissions that its tokens can have."
      actions={isEditable ? <ChangeButton application={application} access={access} /> : undefined}
    >
      <List size="sm" spacing={4} listStyleType="none">
        {application.scopes.map((name) => (
          <List.Item key={name}>
            <Badge component="span" variant="default" tt="none" ff="monospace" mr="xs">
              {name}
            </Badge>
            <Text component="span" size="sm" c="dimmed">
              {access?.scopes.find((scope) => scope.name === name)?.description}
            </Text>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

interface ChangeProps extends ScopesSectionProps {
  readonly access: ApiAccess;
}

function ChangeButton({ application, access }: ChangeProps) {
  const disabledReason = whyNotHeld(useWorkspace(), application);
  return (
    <DialogButton
      label="Change scopes"
      title="Change scopes"
      size="xs"
      disabledReason={disabledReason}
      dialogSize="xl"
    >
      {(close) => <ScopesForm application={application} access={access} onClose={close} />}
    </DialogButton>
  );
}

const path = "/console/api/workspaces/{tenant_id}/{network}/applications/{application_id}/scopes";

function ScopesForm({ application, access, onClose }: ChangeProps & { readonly onClose: () => void }) {
  const { params } = useWorkspace();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>(application.scopes);
  const save = async () => {
    await send("put", path, {
      params: { path: { ...params, application_id: application.client_id } },
      body: { scopes: access.scopes.map(({ name }) => name).filter((name) => chosen.includes(name)) },
    });
    await queryClient.invalidateQueries({ queryKey: ["applications"] });
    toastSuccess("Scopes changed.");
    onClose();
  };
  const words = scopeChangeWords(application.scopes, chosen);
  return (
    <Form
      label="Save scopes"
      disabled={chosen.length === 0 || words.length === 0}
      onCancel={onClose}
      onSubmit={save}
    >
      <ScopePicker scopes={access.scopes} chosen={chosen} onChange={setChosen} />
      {words.map((line) => (
        <Text key={line} size="sm" role="status">
          {line}
        </Text>
      ))}
    </Form>
  );
}
