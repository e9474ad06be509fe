import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedServerError, wayOut } from "./embedded-server-error.ts";
import { exists } from "./path-state.ts";
import type { ServerUser } from "./unprivileged-user.ts";

/** The folder that PostgreSQL calls its data directory, by its real path, and the user it belongs to. */
export interface Cluster {
  readonly folder: string;
  readonly user: ServerUser;
}

/** Where the cluster of a data folder is, or where a link to it is. */
export function clusterPlace(dataFolder: string): string {
  return join(dataFolder, "postgres");
}

/** Undefined when the data folder holds none yet. */
export async function findCluster(dataFolder: string): Promise<Cluster | undefined> {
  const place = clusterPlace(dataFolder);
  if (!(await exists(place))) return undefined;
  const folder = await realpath(place).catch((cause: unknown) => {
    throw new EmbeddedServerError(
      `${place} leads to a folder that is gone; bring it back, or remove ${place} to begin with an empty database`,
      { cause },
    );
  });
  const { uid, gid } = await stat(folder);
  const ownUid = process.getuid?.() ?? 0;
  // Root takes over what an ordinary user made, and lets it stay theirs.
  if (uid !== 0 && (uid === ownUid || ownUid === 0))
    return { folder, user: { uid, gid, isOther: uid !== ownUid } };
  throw new EmbeddedServerError(
    uid === 0
      ? `the database in ${folder} belongs to root, which PostgreSQL refuses to run as; change its owner, or ${wayOut}`
      : `the database in ${folder} belongs to uid ${uid}; start Florin as that user or as root, or ${wayOut}`,
  );
}
