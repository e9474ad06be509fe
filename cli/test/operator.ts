import { randomBytes } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "../../service/test/database.ts";
import { run } from "../src/run.ts";
import { systemNow } from "../src/system-clock.ts";

/** What a command left behind: what it said, where, and how it ended. */
export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Seat {
  readonly environment?: Readonly<Record<string, string>>;
  /** True when a person sits at a terminal and reads along. */
  readonly atTerminal?: boolean;
  /** What that person answers to every question. */
  readonly answer?: string;
  /** What comes in by a pipe. */
  readonly input?: string;
  readonly signal?: AbortSignal;
  /** Hears everything that was said so far, whenever something is said. */
  readonly onSaid?: (said: Pick<Outcome, "stdout" | "stderr">) => void;
}

/** Runs one command in this process, with nothing of this process's own environment. */
export async function florin(argv: readonly string[], seat: Seat = {}): Promise<Outcome> {
  const { environment = {}, atTerminal = false, answer = "", input = "" } = seat;
  const { signal = new AbortController().signal, onSaid = () => {} } = seat;
  const said = { stdout: "", stderr: "" };
  const outlet = (name: keyof typeof said) => ({
    terminalWidth: atTerminal ? 200 : undefined,
    write: (text: string) => {
      said[name] += text;
      onSaid(said);
    },
  });
  const ask = async (question: string): Promise<string> => {
    said.stderr += question;
    return answer;
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
  return { exitCode, ...said };
}

/** An operator with a deployment: a database of its own and a master key. */
export interface Operator {
  readonly environment: Readonly<Record<"DATABASE_URL" | "MASTER_KEY", string>>;
  readonly masterKey: Buffer;
  readonly database: TestDatabase["database"];
  readonly testDatabase: TestDatabase;
  florin(argv: readonly string[], seat?: Seat): Promise<Outcome>;
  /** Runs a command that must succeed, and answers what it printed as JSON. */
  answerOf<Answer>(argv: readonly string[]): Promise<Answer>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openOperator(options: { readonly empty?: boolean } = {}): Promise<Operator> {
  const testDatabase = await createTestDatabase(options);
  const { database, target, drop } = testDatabase;
  const masterKey = randomBytes(32);
  const environment = { DATABASE_URL: urlOf(target), MASTER_KEY: masterKey.toString("base64") };
  const asOperator: Operator["florin"] = (argv, seat = {}) =>
    florin(argv, { ...seat, environment: { ...environment, ...seat.environment } });
  return {
    environment,
    masterKey,
    database,
    testDatabase,
    florin: asOperator,
    answerOf: async <Answer>(argv: readonly string[]) => {
      const { exitCode, stdout, stderr } = await asOperator([...argv, "--json"]);
      if (exitCode !== 0) throw new Error(`florin ${argv.join(" ")} ended with ${exitCode}: ${stderr}`);
      return JSON.parse(stdout) as Answer;
    },
    [Symbol.asyncDispose]: drop,
  };
}

/** A socket's address as PostgreSQL writes it: a user, no host, and the folder as a parameter. */
export function urlOf(target: TestDatabase["target"]): string {
  if ("url" in target) return target.url;
  return `postgresql://${target.user}@/${target.database}?host=${encodeURIComponent(target.socketFolder)}`;
}
