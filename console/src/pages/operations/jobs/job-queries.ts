import { queryOptions } from "@tanstack/react-query";
import { type Answered, get } from "../../../api/client.ts";

export type JobStanding = Answered<"/console/api/jobs">["kinds"][number];
export type DeadJob = Answered<"/console/api/dead-jobs/{job_id}">;

/** Everything about jobs, to be asked again once somebody has decided on one. */
export const jobsKey = ["jobs"] as const;

export function standingsQuery() {
  return queryOptions({
    queryKey: [...jobsKey, "standings"],
    queryFn: ({ signal }) => get("/console/api/jobs", { signal }),
  });
}

interface Wish {
  readonly kind: string | undefined;
  readonly "page[after]": string | undefined;
  readonly "page[before]": string | undefined;
}

export function deadJobsQuery(query: Wish) {
  return queryOptions({
    queryKey: [...jobsKey, "dead", query],
    queryFn: ({ signal }) => get("/console/api/dead-jobs", { params: { query }, signal }),
  });
}

export function deadJobQuery(jobId: string) {
  return queryOptions({
    queryKey: [...jobsKey, "dead", jobId],
    queryFn: ({ signal }) =>
      get("/console/api/dead-jobs/{job_id}", { params: { path: { job_id: jobId } }, signal }),
  });
}
