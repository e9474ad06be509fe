import { MultiSelect, NativeSelect } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { get, send } from "../../api/client.ts";
import { AccountPicker } from "../../kit/account-picker.tsx";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { Form } from "../../kit/form.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { type PointerForm, usePointerForm } from "../../kit/use-pointer-form.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { timeZoneOptions } from "./chosen-period.ts";
import { type ReportSchedule, reportTitles, schedulesPath } from "./report-schedule.ts";

/** Schedules a report by email. */
export function ScheduleDialog() {
  return (
    <DialogButton label="Schedule" title="Schedule a report by email">
      {(close) => <ScheduleForm onClose={close} />}
    </DialogButton>
  );
}

const cadenceOptions = [
  { value: "monthly", label: "Month" },
  { value: "weekly", label: "Week" },
  { value: "daily", label: "Day" },
];
const formatOptions = [
  { value: "pdf", label: "PDF" },
  { value: "csv", label: "CSV" },
  { value: "json", label: "JSON" },
];
const first = {
  "/report": "statement",
  "/cadence": "monthly",
  "/format": "pdf",
  "/time_zone": "UTC",
  "/account": "",
};

function ScheduleForm({ onClose }: { readonly onClose: () => void }) {
  const { params, can } = useWorkspace();
  const queryClient = useQueryClient();
  const form = usePointerForm(first);
  const [recipients, setRecipients] = useState<string[]>([]);
  const chosen = (pointer: Pointer) => form.values[pointer] ?? "";
  const isStatement = chosen("/report") === "statement";
  const schedule = async () => {
    await send("post", schedulesPath, {
      params: { path: params },
      body: {
        report: chosen("/report") as ReportSchedule["report"],
        cadence: chosen("/cadence") as ReportSchedule["cadence"],
        format: chosen("/format") as ReportSchedule["format"],
        time_zone: chosen("/time_zone"),
        parameters: isStatement ? { account_id: chosen("/account") } : {},
        recipient_ids: recipients,
      },
    });
    toastSuccess("Report scheduled");
    await queryClient.invalidateQueries({ queryKey: ["report-schedules"] });
    onClose();
  };
  const reports = Object.entries(reportTitles)
    .filter(([name]) => name !== "payouts" || can("reports.disclose"))
    .map(([value, label]) => ({ value, label }));
  const zones = timeZoneOptions(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <Form
      form={form}
      label="Schedule"
      disabled={recipients.length === 0 || (isStatement && chosen("/account") === "")}
      onCancel={onClose}
      onSubmit={schedule}
    >
      <FormSelect form={form} pointer="/report" label="Report" data={reports} />
      {isStatement ? (
        <AccountPicker
          label="Account"
          placeholder="Select an account"
          value={chosen("/account")}
          onChange={(id) => form.set("/account", id)}
        />
      ) : null}
      <FormSelect form={form} pointer="/cadence" label="At the end of each" data={cadenceOptions} />
      <FormSelect form={form} pointer="/time_zone" label="Time zone of the days" data={zones} />
      <FormSelect form={form} pointer="/format" label="Format" data={formatOptions} />
      <RecipientsField value={recipients} onChange={setRecipients} />
    </Form>
  );
}

type Pointer = keyof typeof first;

interface FormSelectProps {
  readonly form: PointerForm;
  readonly pointer: Pointer;
  readonly label: string;
  readonly data: readonly (string | { readonly value: string; readonly label: string })[];
}

function FormSelect({ form, pointer, label, data }: FormSelectProps) {
  return (
    <NativeSelect
      label={label}
      data={[...data]}
      value={form.values[pointer] ?? ""}
      error={form.errorAt(pointer)}
      onChange={(event) => form.set(pointer, event.currentTarget.value)}
    />
  );
}

interface RecipientsFieldProps {
  readonly value: string[];
  readonly onChange: (ids: string[]) => void;
}

/** Members of the tenant. */
function RecipientsField({ value, onChange }: RecipientsFieldProps) {
  const { params } = useWorkspace();
  const { data } = useQuery({
    queryKey: ["members", params],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/members", { params: { path: params }, signal }),
  });
  const options = (data?.members ?? []).map(({ user_id, name }) => ({ value: user_id, label: name }));
  return (
    <MultiSelect
      label="Recipients"
      description="Members whose role allows the report."
      data={options}
      value={value}
      onChange={onChange}
      searchable
      required
    />
  );
}
