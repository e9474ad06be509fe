import { execFileSync } from "node:child_process";
import { join, relative } from "node:path";
import { createRelease } from "./release.ts";

const root = join(import.meta.dirname, "..");
const archive = await createRelease({ root, folder: join(root, "dist/release"), createdAt: createdAt() });
process.stdout.write(`${relative(root, archive)}\n`);

/** The time of the commit, or SOURCE_DATE_EPOCH, the variable of reproducible builds. */
function createdAt(): Date {
  const seconds =
    process.env["SOURCE_DATE_EPOCH"] ??
    execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" });
  return new Date(Number(seconds) * 1_000);
}
