import { fork } from "node:child_process";
import { once } from "node:events";
import type { EnginePatience } from "../src/chains/engine/engine-deps.ts";
import type { ConnectionTarget } from "../src/db/pool.ts";
import { bundle } from "./bundle.ts";

export interface ChainProcessUnderTestSettings {
  readonly target: ConnectionTarget;
  /** In hex. */
  readonly masterKey: string;
  readonly nodeUrl: string;
  readonly patience: EnginePatience;
  readonly leaseMs: number;
}

/** A process that works on base, to be killed without warning. */
export interface ChainProcessUnderTest {
  /** Starts the work; until then the process only has loaded everything. */
  work(): void;
  /** Suspends the process; `thaw` resumes it. */
  freeze(): void;
  thaw(): void;
  /** Resolves when it is dead. */
  kill(): Promise<void>;
}

export async function startChainProcessUnderTest(
  settings: ChainProcessUnderTestSettings,
): Promise<ChainProcessUnderTest> {
  const program = await bundle(new URL("./chain-process.ts", import.meta.url));
  const child = fork(program, [JSON.stringify(settings)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const [first] = await Promise.race([once(child, "message"), exited]);
  if (first !== "ready") throw new Error(`the process ended with ${first} before it was ready`);
  return {
    work: () => void child.send("work"),
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
