import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { eicar } from "../../../test/eicar.ts";
import { eventually } from "../../../test/eventually.ts";
import { scannerSuite } from "../../../test/scanner-suite.ts";
import { createClamdScanner } from "./clamd-scanner.ts";

/** Debian's package clamav-daemon, or the path of another clamd. */
const clamd = process.env["CLAMD"] ?? "/usr/sbin/clamd";
const isPresent = spawnSync(clamd, ["--help"]).status === 0;

describe.skipIf(!isPresent)(`clamd at ${clamd}${isPresent ? "" : ", which is not installed here"}`, () => {
  let folder: string;
  let daemon: ChildProcess;
  const socketPath = (): string => join(folder, "clamd.ctl");
  const scanner = () => createClamdScanner({ address: { path: socketPath() }, timeoutMs: 120_000 });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "florin-clamd-"));
    await chmod(folder, 0o755);
    // One signature, so that the test needs no download: the bytes of EICAR in a file of any type.
    await writeFile(join(folder, "eicar.ndb"), `Eicar-Signature:0:*:${eicar.toString("hex")}\n`);
    const settings = [
      `DatabaseDirectory ${folder}`,
      `LocalSocket ${socketPath()}`,
      "Foreground yes",
      "StreamMaxLength 26214400",
      `User ${process.env["USER"] ?? "root"}`,
    ];
    await writeFile(join(folder, "clamd.conf"), `${settings.join("\n")}\n`);
    daemon = spawn(clamd, ["-c", join(folder, "clamd.conf")], { stdio: "ignore" });
    await eventually(async () => (await scanner().begin()).close());
  });

  afterAll(async () => {
    const ended = once(daemon, "exit");
    daemon.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  });

  scannerSuite(scanner);
});
