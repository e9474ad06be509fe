import { Text } from "@mantine/core";
import type { Answered } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { When } from "../../kit/when.tsx";

export type Invitation = Answered<"/console/api/people/invitations">["invitations"][number];

interface InvitationsSectionProps {
  readonly invitations: readonly Invitation[] | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly disabledReason: string | undefined;
  readonly onRevoke: (invitationId: string) => Promise<void>;
}

/** Links that are still good. */
export function InvitationsSection(props: InvitationsSectionProps) {
  const { invitations, error, isLoading, disabledReason, onRevoke } = props;
  const columns: readonly Column<Invitation>[] = [
    { header: "For", cell: (invitation) => <Text size="sm">{whom(invitation)}</Text> },
    { header: "As", cell: (invitation) => <Text size="sm">{what(invitation)}</Text> },
    { header: "Made", cell: ({ created_at }) => <When at={created_at} /> },
    { header: "Ends", cell: ({ expires_at }) => <When at={expires_at} /> },
    {
      header: "Actions",
      align: "right",
      cell: ({ invitation_id }) => (
        <ConfirmButton
          label="Revoke"
          title="Revoke this link?"
          explain="It lets nobody in any more. You can make another one."
          danger
          size="xs"
          disabledReason={disabledReason}
          onConfirm={() => onRevoke(invitation_id)}
        />
      ),
    },
  ];
  return (
    <Section title="Open invitations" description="Links that were made and not used yet." flush>
      <DataTable
        label="Open invitations"
        columns={columns}
        rows={invitations}
        rowKey={({ invitation_id }) => invitation_id}
        isLoading={isLoading}
        error={error}
        empty={<Empty title="No open invitations">Every link was used, revoked, or has ended.</Empty>}
      />
    </Section>
  );
}

function whom({ email, kind }: Invitation): string {
  if (email !== null) return email;
  return kind === "operator" ? "the first operator" : "somebody who has access";
}

function what({ kind, role, forgets_second_factors }: Invitation): string {
  if (kind !== "reset") return statusWords(role ?? "");
  return forgets_second_factors ? "New password and second factor" : "New password";
}
