import { spawn } from "node:child_process";
import { type FileHandle, open, rename, stat } from "node:fs/promises";
import { socketPort } from "../pool.ts";
import type { Binaries } from "./binaries.ts";
import type { Cluster } from "./cluster.ts";
import { asUser } from "./unprivileged-user.ts";

/** Everything needed to start, and restart, the server of one folder. */
export interface ServerSite {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly socketFolder: string;
  readonly logFile: string;
  readonly settings: Readonly<Record<string, string>>;
}

export interface ServerProcess {
  isRunning(): boolean;
  /** The end of its log output since it was started. */
  lastWords(): Promise<string>;
}

const defaultSettings: Readonly<Record<string, string>> = {
  listen_addresses: "",
  port: String(socketPort),
  unix_socket_permissions: "0700",
  max_connections: "100",
  shared_buffers: "128MB",
  fsync: "on",
  synchronous_commit: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // The service reports failed statements itself; in this log their text could reveal secrets.
  log_min_messages: "log",
  log_min_error_statement: "panic",
};

const maxLogBytes = 10 * 1024 * 1024;
const lastWordsBytes = 2_000;

/** In its own session, so that Ctrl-C in the terminal does not stop it before the service has drained. */
export async function startServer(site: ServerSite): Promise<ServerProcess> {
  await rotateLongLog(site.logFile);
  const log = await open(site.logFile, "a", 0o600);
  try {
    const { size } = await log.stat();
    const child = spawn(site.binaries.postgres, ["-D", site.cluster.folder, ...settingOptions(site)], {
      ...asUser(site.cluster.user, site.cluster.folder),
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
    });
    let isRunning = true;
    let fault = "";
    child.once("exit", () => {
      isRunning = false;
    });
    child.once("error", (error) => {
      isRunning = false;
      fault = error.message;
    });
    child.unref();
    return {
      isRunning: () => isRunning,
      lastWords: async () => fault || (await readLogAfter(site.logFile, size)),
    };
  } finally {
    await log.close();
  }
}

function settingOptions({ socketFolder, settings }: ServerSite): readonly string[] {
  const all = { ...defaultSettings, unix_socket_directories: socketFolder, ...settings };
  return Object.entries(all).map(([name, value]) => `--${name}=${value}`);
}

async function readLogAfter(logFile: string, offset: number): Promise<string> {
  const log = await open(logFile, "r");
  try {
    const { size } = await log.stat();
    return await readText(log, Math.max(offset, size - lastWordsBytes));
  } finally {
    await log.close();
  }
}

async function readText(file: FileHandle, position: number): Promise<string> {
  const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(lastWordsBytes), position });
  return buffer.subarray(0, bytesRead).toString("utf8").trim();
}

async function rotateLongLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > maxLogBytes) await rename(logFile, `${logFile}.old`);
}
