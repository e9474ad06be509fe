import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { ConnectionTarget } from "../src/db/pool.ts";
import { bundle } from "./bundle.ts";

/** A process under test, to be killed without warning. */
export interface ProcessUnderTest {
  /** Resolves when it is dead. */
  kill(): Promise<void>;
}

/** Starts one of the `*-process.ts` files and waits until it reports that it has started. */
export async function startProcessUnderTest(file: URL, target: ConnectionTarget): Promise<ProcessUnderTest> {
  const child = fork(await bundle(file), [JSON.stringify(target)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await Promise.race([once(child, "message"), died(child)]);
  return {
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function died(child: ChildProcess): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`the process ended with ${code} before it had started`);
}
