import { Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { exportHref } from "../../kit/list/export-href.ts";
import { Section } from "../../kit/section.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { When } from "../../kit/when.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { type ReportSchedule, schedulesPath, titleOfReport } from "./report-schedule.ts";
import { ScheduleDialog } from "./schedule-dialog.tsx";

interface SchedulesSectionProps {
  /** Path of a report's file. */
  readonly pathOf: (report: string) => string;
}

/** Reports by email, with the periods that were mailed and their downloads. */
export function SchedulesSection({ pathOf }: SchedulesSectionProps) {
  const { can, params } = useWorkspace();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["report-schedules", params],
    queryFn: ({ signal }) => get(schedulesPath, { params: { path: params }, signal }),
  });
  const columns: readonly Column<ReportSchedule>[] = [
    { header: "Report", phone: "title", cell: ({ report }) => titleOfReport(report) },
    {
      header: "Every",
      phone: "detail",
      cell: ({ cadence, time_zone }) => `${everyOf[cadence]}, ${time_zone}`,
    },
    {
      header: "Recipients",
      phone: "detail",
      cell: ({ recipients }) => recipients.map(({ name }) => name).join(", "),
    },
    { header: "Next", phone: "end", cell: ({ next_at }) => <When at={next_at} /> },
    { header: "Latest files", phone: "detail", cell: (row) => <Files schedule={row} pathOf={pathOf} /> },
    ...(can("reports.schedule")
      ? [{ header: "Actions", cell: (row: ReportSchedule) => <RemoveButton schedule={row} /> }]
      : []),
  ];
  return (
    <Section
      title="By email"
      description="Recipients get a link at the end of each period. It requires a sign-in, and the email contains no figures. Roles are checked again before each email."
      actions={can("reports.schedule") ? <ScheduleDialog /> : undefined}
      flush
    >
      {data?.sends_mail === false ? (
        <Text size="sm" px="md" pb="sm">
          This Florin instance has no mail server: nothing is sent until an operator sets one up.
        </Text>
      ) : null}
      <DataTable
        label="Scheduled reports"
        columns={columns}
        rows={data?.schedules}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={<Empty title="No scheduled reports" />}
      />
    </Section>
  );
}

const everyOf: Readonly<Record<ReportSchedule["cadence"], string>> = {
  daily: "Day",
  weekly: "Week",
  monthly: "Month",
};

const filesShown = 3;

function Files({ schedule, pathOf }: SchedulesSectionProps & { readonly schedule: ReportSchedule }) {
  const { mailings, parameters, format, time_zone, report } = schedule;
  if (mailings.length === 0) return <Text size="sm">None yet</Text>;
  return (
    <Stack gap={2}>
      {mailings.slice(0, filesShown).map(({ first_day, last_day, skipped_count }) => (
        <Group key={first_day} gap="xs">
          <a
            href={exportHref(pathOf(report), {
              ...parameters,
              format,
              time_zone,
              from: first_day,
              to: last_day,
            })}
            download
          >
            {first_day === last_day ? first_day : `${first_day} to ${last_day}`}
          </a>
          {skipped_count > 0 ? <Text size="xs">{skipped_count} not allowed</Text> : null}
        </Group>
      ))}
    </Stack>
  );
}

function RemoveButton({ schedule }: { readonly schedule: ReportSchedule }) {
  const { params } = useWorkspace();
  const queryClient = useQueryClient();
  return (
    <ConfirmButton
      label="Remove"
      title={`Stop emails about the ${titleOfReport(schedule.report).toLowerCase()}?`}
      explain="Recipients are no longer notified. The report can still be downloaded."
      size="xs"
      danger
      onConfirm={async () => {
        await send("delete", `${schedulesPath}/{schedule_id}`, {
          params: { path: { ...params, schedule_id: schedule.id } },
        });
        toastSuccess("Schedule removed");
        await queryClient.invalidateQueries({ queryKey: ["report-schedules"] });
      }}
    />
  );
}
