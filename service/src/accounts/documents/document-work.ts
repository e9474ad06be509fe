import type { JobDefinition, Schedule } from "../../jobs/index.ts";
import { documentSweep, type SweepDocumentsDeps } from "./sweep-documents.ts";
import { type UploadDocumentDeps, uploadDocumentJob } from "./upload-document.ts";

export type DocumentWorkDeps = UploadDocumentDeps & SweepDocumentsDeps;

/** Background jobs of documents. They transfer many bytes, so they run in a separate runner. */
export function documentWork(deps: DocumentWorkDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  const sweep = documentSweep(deps);
  return { jobs: [uploadDocumentJob(deps), sweep.job], schedules: [sweep.schedule] };
}
