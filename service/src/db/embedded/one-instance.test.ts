import { afterAll, beforeAll, expect, test } from "vitest";
import { type DataFolder, makeDataFolder } from "../../../test/data-folder.ts";
import { exitCodeOfReplaced, startEmbeddedProcess } from "../../../test/embedded-process.ts";
import { copySeed, makeSeed, openServer, postmasterPid, query } from "../../../test/embedded-server.ts";
import { eventually } from "../../../test/eventually.ts";

let seed: DataFolder;
beforeAll(async () => {
  seed = await makeSeed();
});
afterAll(() => seed[Symbol.asyncDispose]());

test("a second process on a folder is refused with the name of the holder, which is not disturbed", async () => {
  await using folder = await copySeed(seed);
  await using first = await openServer(folder.path);
  const pid = await postmasterPid(folder.path);
  await using second = startEmbeddedProcess(folder.path);
  expect(await second.outcome).toEqual({
    state: "refused",
    message:
      `the data folder ${folder.path} is already in use by florin test (process ${process.pid}); ` +
      "stop that process first, or set DATA_DIR to another folder",
  });
  expect(await postmasterPid(folder.path)).toBe(pid);
  expect(await query(first.target, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  expect(first.events).toEqual([]);
});

test("the folder stays locked after the server was killed and restarted", async () => {
  await using folder = await copySeed(seed);
  await using first = await openServer(folder.path);
  process.kill(await postmasterPid(folder.path), "SIGKILL");
  await eventually(() => expect(first.events).toContain("server_back"));
  await using second = startEmbeddedProcess(folder.path);
  expect(await second.outcome).toMatchObject({ state: "refused" });
});

test("a process whose folder was taken over while its server was down exits, and leaves the other alone", async () => {
  await using folder = await copySeed(seed);
  await using first = startEmbeddedProcess(folder.path);
  await first.outcome;
  // While the first is stopped it can neither restart its server nor take its lock again.
  process.kill(first.pid, "SIGSTOP");
  process.kill(await postmasterPid(folder.path), "SIGKILL");
  await using second = await openServer(folder.path);
  process.kill(first.pid, "SIGCONT");
  expect(await first.exited).toBe(exitCodeOfReplaced);
  expect(await query(second.target, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("of two processes that start at once in an empty folder, one wins and the other is refused", async () => {
  await using folder = await makeDataFolder();
  await using left = startEmbeddedProcess(folder.path);
  await using right = startEmbeddedProcess(folder.path);
  const outcomes = await Promise.all([left.outcome, right.outcome]);
  expect(outcomes.map(({ state }) => state).sort()).toEqual(["ready", "refused"]);
  const winner = outcomes[0].state === "ready" ? left : right;
  expect(outcomes).toContainEqual({
    state: "refused",
    message: expect.stringContaining(`in use by florin child (process ${winner.pid})`),
  });
});
