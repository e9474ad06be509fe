import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { ownCpuMs } from "../measure.ts";

/** A separate process that handles requests, one response each; it ends with its parent. */
export interface Child<Questions extends QuestionMap> {
  ask<Name extends keyof Questions & string>(
    name: Name,
    question: Questions[Name]["question"],
  ): Promise<Questions[Name]["response"]>;
  /** CPU time of the process so far. */
  cpuMs(): Promise<number>;
  close(): Promise<void>;
}

/** The supported requests, by name. */
export type QuestionMap = Readonly<
  Record<string, { readonly question: unknown; readonly response: unknown }>
>;

export type Responses<Questions extends QuestionMap> = {
  readonly [Name in keyof Questions]: (
    question: Questions[Name]["question"],
  ) => Promise<Questions[Name]["response"]>;
};

interface Requested {
  readonly number: number;
  readonly name: string;
  readonly question: unknown;
}

type ResponseBody =
  | { readonly number: number; readonly type: "response"; readonly response: unknown }
  | { readonly number: number; readonly type: "problem"; readonly problem: string };

const cpuQuestion = "cpu";
/** A process that takes longer to exit than any delivery takes is stuck. */
const endMs = 15_000;

export function startChild<Questions extends QuestionMap>(script: string): Child<Questions> {
  const child = fork(script, [], {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
  });
  const ended = once(child, "exit");
  const ask = createRequester(child, script);
  return {
    ask: async (name, question) => ask(name, question),
    cpuMs: async () => (await ask(cpuQuestion, undefined)) as number,
    close: async () => {
      if (child.connected) child.disconnect();
      const isStuck = setTimeout(() => child.kill("SIGKILL"), endMs);
      const [, signal] = await ended;
      clearTimeout(isStuck);
      if (signal === "SIGKILL") throw new Error(`${script} did not exit on its own`);
    },
  };
}

function createRequester(
  child: ChildProcess,
  script: string,
): (name: string, question: unknown) => Promise<unknown> {
  const waiting = new Map<number, (responded: ResponseBody) => void>();
  let number = 0;
  child.on("message", (responded: ResponseBody) => {
    waiting.get(responded.number)?.(responded);
    waiting.delete(responded.number);
  });
  child.once("exit", () => {
    const problem = "it exited unexpectedly";
    for (const [requested, settle] of waiting) settle({ number: requested, type: "problem", problem });
  });
  return async (name, question) => {
    number += 1;
    const requested: Requested = { number, name, question };
    const responded = await new Promise<ResponseBody>((resolve, reject) => {
      waiting.set(requested.number, resolve);
      child.send(requested, (error) => (error === null ? undefined : reject(error)));
    });
    if (responded.type === "problem") throw new Error(`${script}, ${name}: ${responded.problem}`);
    return responded.response;
  };
}

/** The child's side: handles requests of the parent until it disconnects. */
export function responseParent<Questions extends QuestionMap>(
  responses: Responses<Questions>,
  close: () => Promise<void>,
): void {
  const responseOf = async ({ name, question }: Requested): Promise<unknown> => {
    if (name === cpuQuestion) return ownCpuMs();
    const response = responses[name];
    if (response === undefined) throw new Error("unknown request");
    return response(question);
  };
  process.on("message", (requested: Requested) => {
    const { number } = requested;
    const notify = (responded: ResponseBody): void => {
      if (process.connected) process.send?.(responded);
    };
    responseOf(requested).then(
      (response) => notify({ number, type: "response", response }),
      (error: unknown) => notify({ number, type: "problem", problem: messageOf(error) }),
    );
  });
  process.once("disconnect", () => void close());
  // Ctrl-C reaches this process, too, but the parent decides when it ends.
  process.on("SIGINT", () => undefined);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
