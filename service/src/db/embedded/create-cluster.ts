import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, mkdir, open, readdir, rename, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import { type Cluster, clusterPlace, findCluster } from "./cluster.ts";
import { EmbeddedServerError, wayOut } from "./embedded-server-error.ts";
import { exists } from "./path-state.ts";
import { isAlive } from "./process-state.ts";
import { asUser, canWriteIn, type ServerUser } from "./unprivileged-user.ts";

export interface CreateClusterOptions {
  readonly user: ServerUser;
  readonly binaries: Binaries;
  /** Where the cluster goes when the server's user cannot enter the data folder. */
  readonly elsewhere: string;
  readonly onProgress: (message: string) => void;
}

/**
 * Creates the cluster under a temporary name and renames it when it is complete: a killed process leaves no partial
 * cluster, and of two concurrent creations the first to finish wins for both.
 */
export async function createCluster(dataFolder: string, options: CreateClusterOptions): Promise<Cluster> {
  const place = clusterPlace(dataFolder);
  const unfinished = `${place}.new-${process.pid}`;
  await clearUnfinished(dataFolder);
  try {
    await makeFolderOf(options.user, unfinished);
    if (canWriteIn(options.user, unfinished)) {
      options.onProgress(`creating the database in ${place}`);
      await initialise(unfinished, options);
      await claim(place, () => rename(unfinished, place));
    } else {
      await createElsewhere(place, options);
    }
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  await syncFolder(dataFolder);
  const cluster = await findCluster(dataFolder);
  if (cluster === undefined) throw new EmbeddedServerError(`${place} was removed while it was being created`);
  return cluster;
}

const unfinishedName = /^postgres\.new-(\d+)$/;

/** Leftovers of killed processes; one with our own pid is from an earlier process. */
async function clearUnfinished(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    const pid = Number(unfinishedName.exec(name)?.[1] ?? Number.NaN);
    if (pid === process.pid || (Number.isInteger(pid) && !isAlive(pid))) {
      // Its initdb may still be writing; what cannot be removed now is removed at the next start.
      await rm(join(dataFolder, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

/** The link is created last: until then nothing points to the new folder. Its name is unique, so it cannot collide. */
async function createElsewhere(place: string, options: CreateClusterOptions): Promise<void> {
  const { elsewhere, user, onProgress } = options;
  const hash = createHash("sha256").update(place).digest("hex").slice(0, 12);
  const folder = join(elsewhere, `${hash}-${randomBytes(4).toString("hex")}`);
  onProgress(
    `creating the database in ${folder}, with a link to it in ${place}, because PostgreSQL's user cannot enter ${dirname(place)}`,
  );
  let isOurs = false;
  try {
    await mkdir(elsewhere, { recursive: true });
    await chmod(elsewhere, 0o755);
    await makeFolderOf(user, folder);
    await initialise(folder, options);
    await syncFolder(elsewhere);
    isOurs = await claim(place, () => symlink(folder, place));
  } finally {
    if (!isOurs) await rm(folder, { recursive: true, force: true });
  }
}

const initdbOptions = [
  "--username=postgres",
  "--auth-local=trust",
  "--auth-host=reject",
  "--encoding=UTF8",
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--data-checksums",
  "--no-instructions",
];

async function initialise(folder: string, { user, binaries }: CreateClusterOptions): Promise<void> {
  try {
    await promisify(execFile)(
      binaries.initdb,
      [`--pgdata=${folder}`, ...initdbOptions],
      asUser(user, folder),
    );
  } catch (cause) {
    const output = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : String(cause);
    throw new EmbeddedServerError(`PostgreSQL could not create its folder (${output}); ${wayOut}`, { cause });
  }
}

/** False when another process's cluster is already in place. */
async function claim(place: string, move: () => Promise<void>): Promise<boolean> {
  try {
    await move();
    return true;
  } catch (error) {
    if (await exists(place)) return false;
    throw error;
  }
}

async function makeFolderOf(user: ServerUser, folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
    if (user.isOther) await chown(folder, user.uid, user.gid);
  } catch (cause) {
    throw new EmbeddedServerError(
      `the database cannot be created in ${folder} (${String(cause)}); ${wayOut}`,
      {
        cause,
      },
    );
  }
}

/** A new name is durable only after an fsync of its folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
