import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedServerError, wayOut } from "./embedded-server-error.ts";
import { exists } from "./path-state.ts";
import type { ServerUser } from "./unprivileged-user.ts";

/** PostgreSQL's data directory, by its real path, and its owner. */
export interface Cluster {
  readonly folder: string;
  readonly user: ServerUser;
}

/** Path of the cluster in a data folder, or of a link to it. */
export function clusterPlace(dataFolder: string): string {
  return join(dataFolder, "postgres");
}

/** Undefined when the data folder has no cluster yet. */
export async function findCluster(dataFolder: string): Promise<Cluster | undefined> {
  const place = clusterPlace(dataFolder);
  if (!(await exists(place))) return undefined;
  const folder = await realpath(place).catch((cause: unknown) => {
    throw new EmbeddedServerError(
      `${place} links to a folder that does not exist; bring it back, or remove ${place} to start with an empty database`,
      { cause },
    );
  });
  const { uid, gid } = await stat(folder);
  const ownUid = process.getuid?.() ?? 0;
  // Root may run a cluster that an ordinary user created; it stays theirs.
  if (uid !== 0 && (uid === ownUid || ownUid === 0))
    return { folder, user: { uid, gid, isOther: uid !== ownUid } };
  throw new EmbeddedServerError(
    uid === 0
      ? `the database in ${folder} belongs to root, which PostgreSQL refuses to run as; change its owner, or ${wayOut}`
      : `the database in ${folder} belongs to uid ${uid}; start Florin as that user or as root, or ${wayOut}`,
  );
}
