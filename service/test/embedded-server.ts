import { execFile } from "node:child_process";
import { realpath } from "node:fs/promises";
import { promisify } from "node:util";
import { withClient } from "../src/db/client.ts";
import { clusterPlace } from "../src/db/embedded/cluster.ts";
import {
  type EmbeddedServer,
  type EmbeddedServerEvent,
  openEmbeddedServer,
} from "../src/db/embedded/index.ts";
import { findPostmaster } from "../src/db/embedded/postmaster.ts";
import type { ConnectionTarget } from "../src/db/pool.ts";
import { type DataFolder, makeDataFolder } from "./data-folder.ts";

/** An embedded server of one test, stopped with it, which records its reports. */
export interface OpenServer extends EmbeddedServer {
  readonly events: readonly EmbeddedServerEvent["kind"][];
  readonly progress: readonly string[];
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openServer(dataFolder: string): Promise<OpenServer> {
  const events: EmbeddedServerEvent["kind"][] = [];
  const progress: string[] = [];
  const server = await openEmbeddedServer({
    dataFolder,
    instanceName: "florin test",
    onEvent: ({ kind }) => events.push(kind),
    onProgress: (message) => progress.push(message),
  });
  return { ...server, events, progress, [Symbol.asyncDispose]: () => server.stop() };
}

/** Creating a database takes a second; copying a stopped one takes a moment. */
export async function makeSeed(): Promise<DataFolder> {
  const folder = await makeDataFolder();
  const server = await openServer(folder.path);
  await server.stop();
  return folder;
}

export async function copySeed(seed: DataFolder): Promise<DataFolder> {
  const folder = await makeDataFolder();
  await promisify(execFile)("cp", ["-a", clusterPlace(seed.path), clusterPlace(folder.path)]);
  return folder;
}

export async function query<Row extends object>(
  target: ConnectionTarget,
  text: string,
): Promise<readonly Row[]> {
  return withClient(target, "florin test", async (client) => (await client.query<Row>(text)).rows);
}

export async function postmasterPid(dataFolder: string): Promise<number> {
  const running = await findPostmaster(await realpath(clusterPlace(dataFolder)));
  if (running === undefined) throw new Error("no server runs in this folder");
  return running.pid;
}
