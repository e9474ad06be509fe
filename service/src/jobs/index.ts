export { countJobs, type JobCounts } from "./count-store.ts";
export { createDeadJobs, type DeadJobs } from "./dead-jobs.ts";
export type { DeadJob, DeadJobPage } from "./dead-store.ts";
export { defineJob, type JobDefinition, type JobSpecification } from "./define-job.ts";
export { createJobQueue, type JobQueue } from "./enqueue.ts";
export { type Job, type JobContext, type JobId, LostJobError, type NewJob } from "./job.ts";
export type { JobReport } from "./report.ts";
export { createJobRunner, type JobRunner, type JobRunnerHealth } from "./runner.ts";
export { createScheduler, defineSchedule, type Schedule, type Scheduler } from "./schedule.ts";
