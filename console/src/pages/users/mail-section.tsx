import { Stack, Switch } from "@mantine/core";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, type ResponseBody, send } from "../../api/client.ts";
import { Section } from "../../kit/section.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useAttempt } from "../../kit/use-attempt.ts";
import { useMe } from "../../session/use-me.ts";
import { FormAlert } from "./form-alert.tsx";

type Preferences = ResponseBody<"/console/api/me/mail-preferences">;

const preferencesQuery = queryOptions({
  queryKey: ["me", "mail-preferences"],
  queryFn: ({ signal }) => get("/console/api/me/mail-preferences", { signal }),
});

/** The emails that the user receives. */
export function MailSection() {
  const { data } = useQuery(preferencesQuery);
  const { operator_role } = useMe();
  const queryClient = useQueryClient();
  const { isBusy, error, attempt } = useAttempt();
  const change = async (changed: Partial<Preferences>) => {
    if (data === undefined) return;
    const { approvals, alerts } = { ...data, ...changed };
    const body = { approvals, alerts };
    if (!(await attempt(() => send("put", "/console/api/me/mail-preferences", { body })))) return;
    await queryClient.invalidateQueries(preferencesQuery);
    toastSuccess("Email settings saved.");
  };
  const isDisabled = isBusy || data === undefined;
  const description =
    data?.sends_mail === false
      ? "This Florin instance has no mail server: it sends no email."
      : "Emails about your credentials and access are always sent.";
  return (
    <Section title="Email" description={description}>
      <Stack gap="md">
        <Switch
          label="Approvals"
          description="Operations that wait for your approval, and decisions on your requests."
          checked={data?.approvals ?? true}
          disabled={isDisabled}
          onChange={(event) => void change({ approvals: event.currentTarget.checked })}
        />
        {operator_role !== null && (
          <Switch
            label="Alerts"
            description="What needs attention in this Florin instance."
            checked={data?.alerts ?? true}
            disabled={isDisabled}
            onChange={(event) => void change({ alerts: event.currentTarget.checked })}
          />
        )}
        <FormAlert error={error} />
      </Stack>
    </Section>
  );
}
