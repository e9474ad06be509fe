import { createHash } from "node:crypto";
import { chown, lstat, mkdir, rmdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cluster } from "./cluster.ts";
import { EmbeddedServerError, wayOut } from "./embedded-server-error.ts";
import type { ServerUser } from "./unprivileged-user.ts";

// The path of a socket is at most 107 bytes on Linux and 103 on macOS; the socket's own name is part of it.
const maxFolderBytes = 103 - "/.s.PGSQL.5432".length;

/**
 * A short path for the socket of this very cluster: a folder that was removed and made anew is another one, so that a
 * server which has outlived its folder is not in the way.
 */
export async function chooseSocketFolder({ folder, user }: Cluster): Promise<string> {
  const { dev, ino } = await stat(folder);
  const hash = createHash("sha256").update(`${folder}:${dev}:${ino}`).digest("hex").slice(0, 12);
  const name = `florin-${user.uid}-${hash}`;
  const inTemporary = join(tmpdir(), name);
  return Buffer.byteLength(inTemporary) <= maxFolderBytes ? inTemporary : join("/tmp", name);
}

/** Whoever may enter the folder may enter the database, so it must be real, private, and the server's user's own. */
export async function ensureSocketFolder(folder: string, user: ServerUser): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const found = await lstat(folder);
  const isPrivate = found.isDirectory() && (found.mode & 0o077) === 0;
  if (isPrivate && found.uid === user.uid) return;
  // Root has just made it, or was killed between making it and giving it away.
  if (isPrivate && found.uid === 0 && user.isOther) return chown(folder, user.uid, user.gid);
  throw new EmbeddedServerError(
    `${folder} is not a private folder of uid ${user.uid}, so the database's socket would not be safe in it; remove it, or ${wayOut}`,
  );
}

/** Leaves it when somebody's server has its socket in it. */
export async function removeEmptySocketFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}
