import { createHash } from "node:crypto";
import { chown, lstat, mkdir, rmdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cluster } from "./cluster.ts";
import { EmbeddedServerError, wayOut } from "./embedded-server-error.ts";
import type { ServerUser } from "./unprivileged-user.ts";

// A socket path has at most 107 bytes on Linux and 103 on macOS, including the socket's name.
const maxFolderBytes = 103 - "/.s.PGSQL.5432".length;

/**
 * A short path for the socket of this cluster. A folder that was removed and created again gets another path, so that a
 * server that outlived its folder is not in the way.
 */
export async function chooseSocketFolder({ folder, user }: Cluster): Promise<string> {
  const { dev, ino } = await stat(folder);
  const hash = createHash("sha256").update(`${folder}:${dev}:${ino}`).digest("hex").slice(0, 12);
  const name = `florin-${user.uid}-${hash}`;
  const inTemporary = join(tmpdir(), name);
  return Buffer.byteLength(inTemporary) <= maxFolderBytes ? inTemporary : join("/tmp", name);
}

/** Access to the folder is access to the database, so it must be a real, private folder of the server's user. */
export async function ensureSocketFolder(folder: string, user: ServerUser): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const found = await lstat(folder);
  const isPrivate = found.isDirectory() && (found.mode & 0o077) === 0;
  if (isPrivate && found.uid === user.uid) return;
  // Root has just created it, or was killed between creating it and changing its owner.
  if (isPrivate && found.uid === 0 && user.isOther) return chown(folder, user.uid, user.gid);
  throw new EmbeddedServerError(
    `${folder} is not a private folder of uid ${user.uid}, so it is not safe for the database's socket; remove it, or ${wayOut}`,
  );
}

/** Keeps the folder while a server has its socket in it. */
export async function removeEmptySocketFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}
