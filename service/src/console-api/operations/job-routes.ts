import Type from "typebox";
import {
  DeadJobSchema,
  discardDeadJob,
  presentDeadJob,
  retryDeadJobs,
  retryDeadJobsOfKind,
  showDeadJob,
} from "../../admin/index.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import { present } from "../../http/present.ts";
import { named, nullableString, strictObject } from "../../http/schemas.ts";
import { countJobsUpTo, deadJobList } from "../../jobs/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, consoleList, consolePath, endpoints, readEndpoint } from "../console-route.ts";

/** Counts stop here: the page says so, and the metrics have the exact number. */
const maxCounted = 100_000;
const maxKindLength = 100;
const maxReasonLength = 500;

const StatusSchema = named(
  "ConsoleJobStatus",
  Type.Object({
    kind: Type.String(),
    scheduled: Type.Integer({ description: "Due later, including retries." }),
    ready: Type.Integer({ description: "Waiting for a runner." }),
    running: Type.Integer(),
    failing: Type.Integer({ description: "Waiting jobs that have failed before." }),
    dead: Type.Integer({ description: "Dead jobs that need a decision." }),
    ready_since: nullableString({
      format: "date-time",
      description: "When the oldest ready job became due.",
    }),
  }),
);

const StatusesSchema = named(
  "ConsoleJobStatuses",
  Type.Object({
    kinds: Type.Array(StatusSchema, { description: "By name." }),
    is_complete: Type.Boolean({ description: "False if there are more jobs than were counted." }),
  }),
);

const DeadJobsSchema = named(
  "ConsoleDeadJobs",
  Type.Object({ jobs: Type.Array(DeadJobSchema), pagination: PaginationSchema }),
);

const ListQuery = strictObject({
  ...pageQuery,
  kind: Type.Optional(Type.String({ maxLength: maxKindLength })),
});

const KindSchema = strictObject({ kind: Type.String({ minLength: 1, maxLength: maxKindLength }) });
const RetriedSchema = named("ConsoleRetriedJobs", Type.Object({ retried: Type.Integer() }));

const ReasonSchema = strictObject({ reason: Type.String({ minLength: 1, maxLength: maxReasonLength }) });

const decision = { access: { permission: "jobs.decide" }, refusals: ["not_found"] } as const;
const path = `${consolePath}/dead-jobs/{job_id}`;

export const jobRoutes = endpoints<ConsoleDeps>([
  readEndpoint(`GET ${consolePath}/jobs`, {
    operationId: "countJobs",
    summary: "List job counts by type",
    access: { permission: "jobs.read" },
    response: { description: "Job types with jobs.", schema: StatusesSchema },
    handle: async (_, { database }) => present(StatusesSchema, await countJobsUpTo(database, maxCounted)),
  }),
  ({ database }) =>
    consoleList(`GET ${consolePath}/dead-jobs`, {
      operationId: "listDeadJobs",
      summary: "List dead jobs",
      access: { permission: "jobs.read" },
      query: ListQuery,
      response: { description: "Dead jobs that need a decision, newest first.", schema: DeadJobsSchema },
      list: {
        session: database,
        rows: deadJobList,
        filters: ({ query: { kind } }) => ({ kind }),
        name: "dead-jobs",
        present: (jobs) => jobs.map(presentDeadJob),
      },
    }),
  readEndpoint(`GET ${consolePath}/dead-jobs/{job_id}`, {
    operationId: "getDeadJob",
    summary: "Get a dead job",
    access: { permission: "jobs.read" },
    response: { description: "The job.", schema: DeadJobSchema },
    refusals: ["not_found"],
    handle: async (request, deps) =>
      presentDeadJob(await showDeadJob(adminFor(deps, request), request.params["job_id"] ?? "")),
  }),
  commandEndpoint(`POST ${consolePath}/dead-jobs/retry`, {
    operationId: "retryDeadJobsOfKind",
    summary: "Retry all dead jobs of a type",
    access: { permission: "jobs.decide" },
    effect: "perhaps",
    body: { schema: KindSchema },
    response: { description: "Number of jobs requeued.", schema: RetriedSchema },
    handle: async (request, deps) => {
      const { kind } = request.body;
      return { retried: await retryDeadJobsOfKind(adminFor(deps, request), kind) };
    },
  }),
  commandEndpoint(`POST ${path}/retry`, {
    ...decision,
    operationId: "retryDeadJob",
    summary: "Retry a dead job",
    response: { description: "The job was requeued.", schema: RetriedSchema },
    handle: async (request, deps) => {
      const retried = await retryDeadJobs(adminFor(deps, request), [request.params["job_id"] ?? ""]);
      return { retried: retried.length };
    },
  }),
  commandEndpoint(`POST ${path}/discard`, {
    ...decision,
    operationId: "discardDeadJob",
    summary: "Discard a dead job",
    description: "The job never runs. The reason is stored with it.",
    body: { schema: ReasonSchema },
    response: { status: 204, description: "The job was discarded." },
    handle: async (request, deps) => {
      const { reason } = request.body;
      await discardDeadJob(adminFor(deps, request), { id: request.params["job_id"] ?? "", reason });
    },
  }),
]);
