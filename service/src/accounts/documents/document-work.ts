import type { JobDefinition, Schedule } from "../../jobs/index.ts";
import { documentSweep, type SweepDocumentsDeps } from "./sweep-documents.ts";
import { type UploadDocumentDeps, uploadDocumentJob } from "./upload-document.ts";

export type DocumentWorkDeps = UploadDocumentDeps & SweepDocumentsDeps;

/** What is done with documents later. It moves many bytes, so it belongs into a runner of its own. */
export function documentWork(deps: DocumentWorkDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  const sweep = documentSweep(deps);
  return { jobs: [uploadDocumentJob(deps), sweep.job], schedules: [sweep.schedule] };
}
