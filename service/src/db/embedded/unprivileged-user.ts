import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { userInfo } from "node:os";
import { EmbeddedServerError, wayOut } from "./embedded-server-error.ts";

/** The user the server runs as. PostgreSQL refuses to run as root, so root starts it as an unprivileged user. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
  /** True when it is not the current user, so that files need another owner. */
  readonly isOther: boolean;
}

const unprivilegedName = "nobody";

export function chooseServerUser(): ServerUser {
  const currentUser = currentIds();
  if (currentUser.uid !== 0) return { ...currentUser, isOther: false };
  return { uid: idOf("-u"), gid: idOf("-g"), isOther: true };
}

/** Spawn options that run a child as that user. Its environment is fixed: nothing of ours leaks into it. */
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
  // On macOS `nobody` is -2: spawn requires it signed, chown unsigned.
  return user.isOther ? { uid: user.uid | 0, gid: user.gid | 0, cwd: "/", env } : { cwd: "/", env };
}

/** Found by trying, because only the system knows all its rules: modes of every parent, ACLs, mounts. */
export function canWriteIn(user: ServerUser, folder: string): boolean {
  const probe = spawnSync("/bin/sh", ["-c", 'cd "$0" && [ -w . ]', folder], {
    ...asUser(user, "/"),
    stdio: "ignore",
  });
  return probe.status === 0;
}

function currentIds(): { readonly uid: number; readonly gid: number } {
  try {
    const { uid, gid } = userInfo();
    return { uid, gid };
  } catch (cause) {
    throw new EmbeddedServerError(
      `the embedded PostgreSQL requires a user with an entry in the password file, which uid ${process.getuid?.()} lacks; ${wayOut}`,
      { cause },
    );
  }
}

function idOf(flag: "-u" | "-g"): number {
  const result: SpawnSyncReturns<string> = spawnSync("id", [flag, unprivilegedName], { encoding: "utf8" });
  const id = result.status === 0 ? Number.parseInt(result.stdout, 10) : Number.NaN;
  if (Number.isNaN(id)) {
    throw new EmbeddedServerError(
      `PostgreSQL does not run as root, and this system has no user "${unprivilegedName}" to run it as; start Florin as an ordinary user, or ${wayOut}`,
    );
  }
  return id >>> 0;
}
