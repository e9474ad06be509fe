import { randomBytes } from "node:crypto";
import {
  createTestDatabase,
  type TestDatabase,
  type TestDatabaseOptions,
  urlOf,
} from "../../service/test/database.ts";
import { run } from "../src/run.ts";
import { systemNow } from "../src/system-clock.ts";

/** Result of a command: its output and exit code. */
export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SessionClient {
  readonly environment?: Readonly<Record<string, string>>;
  /** True if the command runs at a terminal. */
  readonly atTerminal?: boolean;
  /** Reply to every prompt. */
  readonly response?: string;
  /** Piped standard input. */
  readonly input?: string;
  readonly signal?: AbortSignal;
  /** Called on each output with all output so far. */
  readonly onSaid?: (output: Pick<Outcome, "stdout" | "stderr">) => void;
}

/** Runs one command in this process, with an isolated environment. */
export async function florin(argv: readonly string[], sessionClient: SessionClient = {}): Promise<Outcome> {
  const { environment = {}, atTerminal = false, response = "", input = "" } = sessionClient;
  const { signal = new AbortController().signal, onSaid = () => {} } = sessionClient;
  const output = { stdout: "", stderr: "" };
  const outlet = (name: keyof typeof output) => ({
    terminalWidth: atTerminal ? 200 : undefined,
    write: (text: string) => {
      output[name] += text;
      onSaid(output);
    },
  });
  const ask = async (question: string): Promise<string> => {
    output.stderr += question;
    return response;
  };
  const exitCode = await run(argv, {
    environment,
    stdout: outlet("stdout"),
    stderr: outlet("stderr"),
    ask: atTerminal ? ask : undefined,
    readInput: async (maxBytes) => input.slice(0, maxBytes),
    now: systemNow,
    signal,
  });
  return { exitCode, ...output };
}

/** An operator with a deployment: its own database and a master key. */
export interface Operator {
  readonly environment: Readonly<Record<"DATABASE_URL" | "MASTER_KEY", string>>;
  readonly masterKey: Buffer;
  readonly database: TestDatabase["database"];
  readonly testDatabase: TestDatabase;
  /** Runs one command after `florin admin`. */
  florin(argv: readonly string[], sessionClient?: SessionClient): Promise<Outcome>;
  /** Runs a command that must succeed, and returns its JSON output. */
  responseOf<ApiResponse>(argv: readonly string[]): Promise<ApiResponse>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openOperator(
  options: Pick<TestDatabaseOptions, "empty" | "isPlain"> = {},
): Promise<Operator> {
  const testDatabase = await createTestDatabase(options);
  const { database, target, drop } = testDatabase;
  const masterKey = randomBytes(32);
  const environment = { DATABASE_URL: urlOf(target), MASTER_KEY: masterKey.toString("base64") };
  const asOperator: Operator["florin"] = (argv, sessionClient = {}) =>
    florin(["admin", ...argv], {
      ...sessionClient,
      environment: { ...environment, ...sessionClient.environment },
    });
  return {
    environment,
    masterKey,
    database,
    testDatabase,
    florin: asOperator,
    responseOf: async <ApiResponse>(argv: readonly string[]) => {
      const { exitCode, stdout, stderr } = await asOperator([...argv, "--json"]);
      if (exitCode !== 0) throw new Error(`florin admin ${argv.join(" ")} ended with ${exitCode}: ${stderr}`);
      return JSON.parse(stdout) as ApiResponse;
    },
    [Symbol.asyncDispose]: drop,
  };
}
