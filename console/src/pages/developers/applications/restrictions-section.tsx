import { Checkbox, Stack, Text, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { validationIssueAt } from "../../../api/api-error.ts";
import { send } from "../../../api/client.ts";
import { DialogButton } from "../../../kit/dialog-button.tsx";
import { Facts } from "../../../kit/facts.tsx";
import { Form } from "../../../kit/form.tsx";
import { Section } from "../../../kit/section.tsx";
import { toastSuccess } from "../../../kit/toast.ts";
import { useAttempt } from "../../../kit/use-attempt.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import type { Application } from "./application-queries.ts";
import { whyNotHeld } from "./why-not-held.ts";

interface RestrictionsSectionProps {
  readonly application: Application;
}

/** Where an application may be used from, and whether its access tokens must be bound to a key (RFC 9449). */
export function RestrictionsSection({ application }: RestrictionsSectionProps) {
  const { allowed_ips: allowedIps, requires_dpop: requiresDpop } = application;
  return (
    <Section
      title="Restrictions"
      description="Limit what a leaked secret or token can be used for. Changes apply to existing tokens within seconds."
      actions={application.revoked === null ? <ChangeButton application={application} /> : undefined}
    >
      <Facts
        items={[
          [
            "Allowed IP addresses",
            allowedIps.length === 0 ? "Any" : <Ranges key="ips" ranges={allowedIps} />,
          ],
          [
            "Access tokens",
            requiresDpop ? "Must be bound to a key (DPoP)" : "Bearer, or bound to a key (DPoP)",
          ],
        ]}
      />
    </Section>
  );
}

function Ranges({ ranges }: { readonly ranges: readonly string[] }) {
  return (
    <Stack gap={2}>
      {ranges.map((range) => (
        <Text key={range} component="span" ff="monospace" size="sm">
          {range}
        </Text>
      ))}
    </Stack>
  );
}

function ChangeButton({ application }: RestrictionsSectionProps) {
  const disabledReason = whyNotHeld(useWorkspace(), application);
  return (
    <DialogButton
      label="Change restrictions"
      title="Change restrictions"
      size="xs"
      disabledReason={disabledReason}
      dialogSize="lg"
    >
      {(close) => <RestrictionsForm application={application} onClose={close} />}
    </DialogButton>
  );
}

const path = "/console/api/workspaces/{tenant_id}/{network}/applications/{application_id}/restrictions";

function RestrictionsForm({
  application,
  onClose,
}: RestrictionsSectionProps & { readonly onClose: () => void }) {
  const { params } = useWorkspace();
  const queryClient = useQueryClient();
  const [text, setText] = useState(application.allowed_ips.join("\n"));
  const [requiresDpop, setRequiresDpop] = useState(application.requires_dpop);
  const form = useAttempt();
  const save = async () => {
    await send("put", path, {
      params: { path: { ...params, application_id: application.client_id } },
      body: { allowed_ips: rangesIn(text), requires_dpop: requiresDpop },
    });
    await queryClient.invalidateQueries({ queryKey: ["applications"] });
    toastSuccess("Restrictions changed.");
    onClose();
  };
  const problem = rangeProblem(form.error, rangesIn(text));
  return (
    <Form
      form={form}
      label="Save restrictions"
      error={problem === undefined ? form.error : undefined}
      onCancel={onClose}
      onSubmit={save}
    >
      <Textarea
        label="Allowed IP addresses"
        description="Addresses or ranges, such as 192.0.2.0/24 or 2001:db8::/32, one per line. Empty for any."
        autosize
        minRows={3}
        maxRows={16}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Checkbox
        label="Require access tokens that are bound to a key (DPoP)"
        description="Its bearer tokens stop working. The client must support RFC 9449."
        checked={requiresDpop}
        onChange={(event) => setRequiresDpop(event.currentTarget.checked)}
      />
    </Form>
  );
}

/** "10.0.0.1/8: must be …", for the range that was refused. */
function rangeProblem(error: unknown, ranges: readonly string[]): string | undefined {
  const place = ranges.findIndex(
    (_, index) => validationIssueAt(error, `/allowed_ips/${index}`) !== undefined,
  );
  return place === -1 ? undefined : `${ranges[place]}: ${validationIssueAt(error, `/allowed_ips/${place}`)}`;
}

function rangesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((range) => range !== "");
}
