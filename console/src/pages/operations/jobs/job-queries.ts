import { queryOptions } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../../api/client.ts";
import type { ListPlace } from "../../../kit/list/use-list-place.tsx";

export type JobTypeStatus = ResponseBody<"/console/api/jobs">["kinds"][number];
export type DeadJob = ResponseBody<"/console/api/dead-jobs/{job_id}">;

/** Prefix of all job queries, for invalidation after a decision. */
export const jobsKey = ["jobs"] as const;

export function statusesQuery() {
  return queryOptions({
    queryKey: [...jobsKey, "statuses"],
    queryFn: ({ signal }) => get("/console/api/jobs", { signal }),
  });
}

interface DeadJobFilter extends ListPlace {
  readonly kind: string | undefined;
}

export function deadJobsQuery(query: DeadJobFilter) {
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
