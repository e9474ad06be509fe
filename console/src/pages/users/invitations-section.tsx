import { Text } from "@mantine/core";
import type { ResponseBody } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { When } from "../../kit/when.tsx";

export type Invitation = ResponseBody<"/console/api/users/invitations">["invitations"][number];

interface InvitationsSectionProps {
  readonly invitations: readonly Invitation[] | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly disabledReason: string | undefined;
  readonly onRevoke: (invitationId: string) => Promise<void>;
}

/** Invitation links that can still be used. */
export function InvitationsSection(props: InvitationsSectionProps) {
  const { invitations, error, isLoading, disabledReason, onRevoke } = props;
  const columns: readonly Column<Invitation>[] = [
    { header: "Invitee", cell: (invitation) => <Text size="sm">{inviteeOf(invitation)}</Text> },
    { header: "Role", cell: (invitation) => <Text size="sm">{grantOf(invitation)}</Text> },
    { header: "Created", cell: ({ created_at }) => <When at={created_at} /> },
    { header: "Expires", cell: ({ expires_at }) => <When at={expires_at} /> },
    {
      header: "Actions",
      align: "right",
      cell: ({ invitation_id }) => (
        <ConfirmButton
          label="Revoke"
          title="Revoke link?"
          explain="The link stops working. You can create another one."
          danger
          size="xs"
          disabledReason={disabledReason}
          onConfirm={() => onRevoke(invitation_id)}
        />
      ),
    },
  ];
  return (
    <Section title="Pending invitations" description="Links that were created but not used yet." flush>
      <DataTable
        label="Pending invitations"
        columns={columns}
        rows={invitations}
        rowKey={({ invitation_id }) => invitation_id}
        isLoading={isLoading}
        error={error}
        empty={<Empty title="No pending invitations">All links were used, revoked or have expired.</Empty>}
      />
    </Section>
  );
}

function inviteeOf({ email, kind }: Invitation): string {
  if (email !== null) return email;
  return kind === "operator" ? "First operator" : "Existing user";
}

function grantOf({ kind, role, forgets_second_factors }: Invitation): string {
  if (kind !== "reset") return statusWords(role ?? "");
  return forgets_second_factors ? "Password and second factor reset" : "Password reset";
}
