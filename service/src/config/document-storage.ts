import type { Config } from "./settings.ts";

/** A bucket needs a name and credentials; in production also https. */
export function documentProblems({ documentBucket, profile }: Config): readonly string[] {
  if (documentBucket === undefined) return [];
  const { bucket, accessKeyId, secretAccessKey, endpoint } = documentBucket;
  const needed = {
    DOCUMENT_S3_BUCKET: bucket,
    DOCUMENT_S3_ACCESS_KEY_ID: accessKeyId,
    DOCUMENT_S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const missing = Object.entries(needed)
    .filter(([, value]) => value === "")
    .map(([name]) => `${name} is missing; DOCUMENT_STORAGE=s3 needs it`);
  const isPlain = profile === "production" && endpoint?.startsWith("http:") === true;
  return isPlain ? [...missing, "DOCUMENT_S3_ENDPOINT must be https in production"] : missing;
}
