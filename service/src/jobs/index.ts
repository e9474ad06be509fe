export { countJobs, countJobsUpTo } from "./count-store.ts";
export { createDeadJobs, type DeadJobs } from "./dead-jobs.ts";
export {
  type DeadJob,
  type DecidedJob,
  deadJobList,
  deadJobQueue,
  selectDeadJob as findDeadJob,
} from "./dead-store.ts";
export { defineJob, type JobDefinition } from "./define-job.ts";
export { createJobQueue, type JobQueue, jobsTopic } from "./enqueue.ts";
export { type JobContext, type JobId, LostJobError, type NewJob } from "./job.ts";
export {
  forgetNodes,
  type NodeId,
  type NodeSummary,
  noteDraining,
  noteNode,
  removeNode,
  selectNode,
  selectNodes,
} from "./node-store.ts";
export type { JobReport } from "./report.ts";
export { createJobRunner, type JobRunner, type JobRunnerHealth } from "./runner.ts";
export { createScheduler, defineSchedule, type Schedule } from "./schedule.ts";
