import { Code } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { RotateCcw, Trash2 } from "lucide-react";
import { send } from "../../../api/client.ts";
import { ConfirmButton } from "../../../kit/confirm-button.tsx";
import { CopyId } from "../../../kit/copy-id.tsx";
import { ErrorNotice } from "../../../kit/error-notice.tsx";
import { Facts } from "../../../kit/facts.tsx";
import { maxLengths } from "../../../kit/generated/max-lengths.ts";
import { JsonView } from "../../../kit/json-view.tsx";
import { Page } from "../../../kit/page.tsx";
import { PageLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { splitPath } from "../../../kit/split-path.ts";
import { toastSuccess } from "../../../kit/toast.ts";
import { usePageParam } from "../../../kit/use-page-param.ts";
import { When } from "../../../kit/when.tsx";
import { useCan } from "../../../session/use-me.ts";
import { type DeadJob, deadJobQuery, jobsKey } from "./job-queries.ts";

/** A job that failed its last attempt, and the decision on it. */
export function DeadJobPage() {
  const { data: job, error, refetch } = useQuery(deadJobQuery(usePageParam("jobId")));
  return (
    <Page
      title={job === undefined ? "Dead job" : job.kind}
      description="This job failed its last attempt. Retry or discard it."
      back={<PageLink to="/ops/jobs">Jobs</PageLink>}
      actions={job === undefined ? undefined : <Decisions job={job} />}
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {job === undefined ? null : <Job job={job} />}
    </Page>
  );
}

function Decisions({ job: { id } }: { readonly job: DeadJob }) {
  const mayDecide = useCan("jobs.decide");
  const client = useQueryClient();
  const navigate = useNavigate();
  const disabledReason = mayDecide ? undefined : "Your role can't retry or discard jobs.";
  const params = { path: { job_id: id } };
  const leave = async (message: string) => {
    toastSuccess(message);
    await navigate(splitPath("/ops/jobs"));
    await client.invalidateQueries({ queryKey: jobsKey });
  };
  return (
    <>
      <ConfirmButton
        label="Retry"
        title="Retry this job"
        explain="The job is queued again with its full number of attempts."
        icon={<RotateCcw size={16} aria-hidden />}
        disabledReason={disabledReason}
        onConfirm={async () => {
          await send("post", "/console/api/dead-jobs/{job_id}/retry", { params });
          await leave("Job queued.");
        }}
      />
      <ConfirmButton
        label="Discard"
        title="Discard this job"
        explain="The job is never run. This can't be undone."
        danger
        reasonLength={maxLengths.discardDeadJob.reason}
        icon={<Trash2 size={16} aria-hidden />}
        disabledReason={disabledReason}
        onConfirm={async (reason) => {
          await send("post", "/console/api/dead-jobs/{job_id}/discard", { params, body: { reason } });
          await leave("Job discarded.");
        }}
      />
    </>
  );
}

function Job({ job }: { readonly job: DeadJob }) {
  const { id, tenant_id, network, attempts, last_error, created_at, died_at, payload } = job;
  return (
    <>
      <Section title="Details">
        <Facts
          items={[
            ["Job", <CopyId key="id" id={id} of="job" full />],
            [
              "Tenant",
              tenant_id === null ? (
                "Platform"
              ) : (
                <PageLink key="tenant" to={`/ops/tenants/${tenant_id}`}>
                  {tenant_id}
                </PageLink>
              ),
            ],
            ["Network", network],
            ["Attempts", attempts],
            ["Created", <When key="created" at={created_at} exact />],
            ["Died", <When key="died" at={died_at} exact />],
          ]}
        />
      </Section>
      <Section title="Last error">
        <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {last_error}
        </Code>
      </Section>
      <Section title="Payload" description="Arguments of the job. They contain IDs, no secrets.">
        <JsonView value={payload} label="Payload JSON" />
      </Section>
    </>
  );
}
