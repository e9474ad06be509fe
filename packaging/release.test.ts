import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calmSettings } from "../service/test/calm-limits.ts";
import { fewChains } from "../service/test/chains-off.ts";
import { type DataFolder, makeDataFolder } from "../service/test/data-folder.ts";
import { eventually } from "../service/test/eventually.ts";
import { freePort } from "../service/test/free-port.ts";
import { isLong } from "../service/test/scale.ts";
import { readGuide } from "../tests/guides/read-guide.ts";
import { runGuide } from "../tests/guides/run-guide.ts";
import { createRelease } from "./release.ts";

const root = join(import.meta.dirname, "..");
const createdAt = new Date("2026-11-18T00:00:00Z");
/** Root installs, and this user runs the service: the system's own, which exists everywhere. */
const daemon = 1;
const user = process.getuid?.() === 0 ? { uid: daemon, gid: daemon } : {};

let folder: DataFolder;
let archive: string;
let stopService: (() => Promise<unknown>) | undefined;
beforeAll(async () => {
  folder = await makeDataFolder();
  archive = await createRelease({ root, folder: join(folder.path, "release"), createdAt });
});
afterAll(async () => {
  await stopService?.();
  await folder[Symbol.asyncDispose]();
});

test("the archive runs without the checkout: start by the unit's command, on-ramp, stop", async () => {
  const installed = await install();
  expect(filesOf(archive).filter((path) => path.endsWith(".ts"))).toEqual([]);
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const printed = execFileSync(join(installed, "bin/florin"), ["version"], { encoding: "utf8", ...user });
  expect(printed).toContain(version);
  const unit = await readFile(join(installed, "systemd/florin.service"), "utf8");
  const command = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.replace("/opt/florin", installed) ?? "";
  const service = await start(command);
  const guide = readGuide(await readFile(join(root, "docs/guides/onramp.md"), "utf8"));
  // Until the first on-ramp is complete; another test runs the whole guide.
  const last = guide.findIndex(({ output }) => output?.text.includes('"status": "complete"') === true);
  const steps = guide.slice(0, last + 1);
  const output = await runGuide(steps, { BASE: service.baseUrl, DATA_DIR: service.dataFolder });
  expect(output.join("")).toContain('"status":"complete"');
  expect((await fetch(`${service.baseUrl}/console/`)).status).toBe(200);
  expect((await fetch(`${service.baseUrl}/docs/reference.js`)).status).toBe(200);
  expect((await fetch(`${service.baseUrl}/docs/guides/quickstart.html`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

test.runIf(isLong)("the same checkout and time give the same bytes", async () => {
  const sums = (path: string): Promise<string> => readFile(join(path, "SHA256SUMS"), "utf8");
  const again = join(folder.path, "again");
  await createRelease({ root, folder: again, createdAt });
  expect(await sums(again)).toBe(await sums(join(folder.path, "release")));
});

test("the checksums and the bill of materials are those of the archive", async () => {
  const release = join(folder.path, "release");
  execFileSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: release, stdio: "pipe" });
  const [name = ""] = /[^/]+$/.exec(archive) ?? [];
  const sbom = JSON.parse(
    await readFile(join(release, name.replace("-linux-x64.tar.gz", ".cdx.json")), "utf8"),
  );
  expect(sbom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.5" });
  const components: readonly { readonly name: string; readonly hashes: readonly unknown[] }[] =
    sbom.components;
  const names = components.map((component) => component.name);
  for (const shipped of ["fastify", "pg", "react", "vue", "@node-rs/argon2-linux-x64-gnu"])
    expect(names).toContain(shipped);
  for (const other of ["vitest", "typescript", "@node-rs/argon2-darwin-x64"])
    expect(names).not.toContain(other);
  expect(components.filter(({ hashes }) => hashes.length === 0)).toEqual([]);
});

async function install(): Promise<string> {
  const installed = join(folder.path, "opt");
  await mkdir(installed);
  execFileSync("tar", ["--extract", "--file", archive, "--directory", installed, "--strip-components", "1"]);
  return installed;
}

function filesOf(path: string): readonly string[] {
  return execFileSync("tar", ["--list", "--file", path], { encoding: "utf8" }).trim().split("\n");
}

async function start(command: string) {
  const dataFolder = join(folder.path, "state");
  await mkdir(dataFolder, { mode: 0o700 });
  if (user.uid !== undefined) await chown(dataFolder, user.uid, user.gid);
  const port = String(await freePort());
  const child = spawn(command, {
    cwd: dataFolder,
    env: { PATH: process.env["PATH"], DATA_DIR: dataFolder, PORT: port, ...calmSettings, ...fewChains },
    stdio: ["ignore", "pipe", "pipe"],
    ...user,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const stop = (): Promise<number | null> => {
    child.kill("SIGTERM");
    return ended;
  };
  stopService = stop;
  await eventually(() => expect(output).toContain("Florin is ready"));
  return { baseUrl: `http://127.0.0.1:${port}`, dataFolder, stop };
}
