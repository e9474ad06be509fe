import { fork } from "node:child_process";
import { once } from "node:events";
import type { ConnectionTarget } from "../src/db/pool.ts";
import type { LedgerScope, Operation } from "../src/ledger/index.ts";
import { bundle } from "./bundle.ts";

export interface LedgerQuestion {
  readonly scope: LedgerScope;
  readonly operations: readonly Operation[];
  /** Through the batched writer, or each in its own transaction. */
  readonly way: "together" | "alone";
}

/** `recorded`, or the code of the refusal, one for each operation. */
export interface LedgerResponse {
  readonly outcomes: readonly string[];
}

/** Another process that writes to the same ledger. */
export interface LedgerNode {
  record(question: LedgerQuestion): Promise<readonly string[]>;
  kill(): Promise<void>;
}

export async function startLedgerNode(target: ConnectionTarget): Promise<LedgerNode> {
  const program = await bundle(new URL("./ledger-process.ts", import.meta.url));
  const child = fork(program, [JSON.stringify(target)], {
    // Amounts are bigint, which JSON does not support.
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const orDeath = async <T>(waiting: Promise<T>): Promise<T> => {
    const first = await Promise.race([waiting, exited.then(() => undefined)]);
    if (first === undefined) throw new Error("the ledger process ended");
    return first;
  };
  await orDeath(once(child, "message"));
  return {
    record: async (question) => {
      const completed = once(child, "message");
      child.send(question);
      const [response] = (await orDeath(completed)) as [LedgerResponse];
      return response.outcomes;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
