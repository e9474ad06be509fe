import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { userInfo } from "node:os";
import { EmbeddedServerError, wayOut } from "./embedded-server-error.ts";

/** Who the server runs as. PostgreSQL refuses root, so root hands it to a user without rights. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
  /** True when that is somebody else than we are, so that files must be given to them. */
  readonly isOther: boolean;
}

const unprivilegedName = "nobody";

export function chooseServerUser(): ServerUser {
  const own = ownIds();
  if (own.uid !== 0) return { ...own, isOther: false };
  return { uid: idOf("-u"), gid: idOf("-g"), isOther: true };
}

/** Spawn options that make a child that user. Its environment is our choice alone: nothing of ours leaks in. */
export function asUser(
  user: ServerUser,
  home: string,
): {
  readonly uid?: number;
  readonly gid?: number;
  readonly cwd: string;
  readonly env: Record<string, string>;
} {
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: home, LC_ALL: "C", TZ: "UTC" };
  // On macOS `nobody` is -2, which spawn wants signed while chown wants it unsigned.
  return user.isOther ? { uid: user.uid | 0, gid: user.gid | 0, cwd: "/", env } : { cwd: "/", env };
}

/** Asked by doing, because only the system knows all its rules: modes of every parent, access lists, mounts. */
export function canWriteIn(user: ServerUser, folder: string): boolean {
  const probe = spawnSync("/bin/sh", ["-c", 'cd "$0" && [ -w . ]', folder], {
    ...asUser(user, "/"),
    stdio: "ignore",
  });
  return probe.status === 0;
}

function ownIds(): { readonly uid: number; readonly gid: number } {
  try {
    const { uid, gid } = userInfo();
    return { uid, gid };
  } catch (cause) {
    throw new EmbeddedServerError(
      `the embedded PostgreSQL needs a user with an entry in the password file, which uid ${process.getuid?.()} lacks; ${wayOut}`,
      { cause },
    );
  }
}

function idOf(flag: "-u" | "-g"): number {
  const answer: SpawnSyncReturns<string> = spawnSync("id", [flag, unprivilegedName], { encoding: "utf8" });
  const id = answer.status === 0 ? Number.parseInt(answer.stdout, 10) : Number.NaN;
  if (Number.isNaN(id)) {
    throw new EmbeddedServerError(
      `PostgreSQL does not run as root, and this system has no user "${unprivilegedName}" to run it as; start Florin as an ordinary user, or ${wayOut}`,
    );
  }
  return id >>> 0;
}
