import { Stack, Text } from "@mantine/core";
import type { ResponseBody } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";

type Origins = ResponseBody<"/console/api/users/origins">["users"][number];

interface OriginsSectionProps {
  readonly rows: readonly Origins[] | undefined;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly disabledReason: string | undefined;
  readonly onConfirm: (userId: string) => Promise<void>;
}

/** Which users count as separate individuals, and the confirmation of colleagues. */
export function OriginsSection({ rows, isLoading, error, disabledReason, onConfirm }: OriginsSectionProps) {
  const columns: readonly Column<Origins>[] = [
    ...originColumns,
    {
      header: "Actions",
      align: "right",
      cell: ({ user_id, name, cannot_confirm }) => (
        <ConfirmButton
          label="Confirm"
          title={`Confirm ${name}?`}
          explain={`Confirm only a user you know: ${name} can then approve beside users whose access has the same origin.`}
          size="xs"
          disabledReason={disabledReason ?? cannot_confirm ?? undefined}
          onConfirm={() => onConfirm(user_id)}
        />
      ),
    },
  ];
  return (
    <Section
      title="Who can approve together"
      description="Users who gave access to one another, or got it from the same origin, don't count as two individuals."
      flush
    >
      <DataTable
        label="Origins of access"
        columns={columns}
        rows={rows}
        rowKey={({ user_id }) => user_id}
        isLoading={isLoading}
        error={error}
        empty={
          <Empty title="No users yet">Users appear here once they have accepted their invitation.</Empty>
        }
      />
    </Section>
  );
}

const originWords: Readonly<Record<Origins["origins"][number], string>> = {
  server: "Server",
  directory: "Directory",
  user: "User",
  application: "Application",
  unknown: "Unknown",
};

const reasonWords: Readonly<Record<Origins["not_with"][number]["reason"], string>> = {
  given: "gave access to one another",
  same_origin: "same origin",
  unknown: "unknown origin",
};

const originColumns: readonly Column<Origins>[] = [
  { header: "User", cell: ({ name }) => <Text size="sm">{name}</Text> },
  {
    header: "Origin of access",
    cell: ({ origins, given_by }) => (
      <Text size="sm">{[...origins.map((origin) => originWords[origin]), ...given_by].join(", ")}</Text>
    ),
  },
  {
    header: "Confirmed by",
    cell: ({ confirmed_by }) => (
      <Text size="sm">{confirmed_by.length === 0 ? "—" : confirmed_by.join(", ")}</Text>
    ),
  },
  {
    header: "Can't approve for",
    cell: ({ not_with }) => (
      <Stack gap={0}>
        {not_with.length === 0 ? <Text size="sm">—</Text> : null}
        {not_with.map(({ user_id, name, reason }) => (
          <Text key={user_id} size="sm">
            {name}: {reasonWords[reason]}
          </Text>
        ))}
      </Stack>
    ),
  },
];
