import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { ownCpuMs } from "../measure.ts";

/** A process of its own that answers questions, each once; it ends with whoever started it. */
export interface Child<Questions extends QuestionMap> {
  ask<Name extends keyof Questions & string>(
    name: Name,
    question: Questions[Name]["question"],
  ): Promise<Questions[Name]["answer"]>;
  /** What the process has used so far. */
  cpuMs(): Promise<number>;
  close(): Promise<void>;
}

/** What may be asked, by name. */
export type QuestionMap = Readonly<Record<string, { readonly question: unknown; readonly answer: unknown }>>;

export type Answers<Questions extends QuestionMap> = {
  readonly [Name in keyof Questions]: (
    question: Questions[Name]["question"],
  ) => Promise<Questions[Name]["answer"]>;
};

interface Asked {
  readonly number: number;
  readonly name: string;
  readonly question: unknown;
}

type Answered =
  | { readonly number: number; readonly type: "answer"; readonly answer: unknown }
  | { readonly number: number; readonly type: "problem"; readonly problem: string };

const cpuQuestion = "cpu";
/** A process that takes longer to end than any delivery does is stuck. */
const endMs = 15_000;

export function startChild<Questions extends QuestionMap>(script: string): Child<Questions> {
  const child = fork(script, [], {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
  });
  const ended = once(child, "exit");
  const ask = createAsker(child, script);
  return {
    ask: async (name, question) => ask(name, question),
    cpuMs: async () => (await ask(cpuQuestion, undefined)) as number,
    close: async () => {
      if (child.connected) child.disconnect();
      const isStuck = setTimeout(() => child.kill("SIGKILL"), endMs);
      const [, signal] = await ended;
      clearTimeout(isStuck);
      if (signal === "SIGKILL") throw new Error(`${script} did not end by itself`);
    },
  };
}

function createAsker(
  child: ChildProcess,
  script: string,
): (name: string, question: unknown) => Promise<unknown> {
  const waiting = new Map<number, (answered: Answered) => void>();
  let number = 0;
  child.on("message", (answered: Answered) => {
    waiting.get(answered.number)?.(answered);
    waiting.delete(answered.number);
  });
  child.once("exit", () => {
    const problem = "it ended before it was told to";
    for (const [asked, settle] of waiting) settle({ number: asked, type: "problem", problem });
  });
  return async (name, question) => {
    number += 1;
    const asked: Asked = { number, name, question };
    const answered = await new Promise<Answered>((resolve, reject) => {
      waiting.set(asked.number, resolve);
      child.send(asked, (error) => (error === null ? undefined : reject(error)));
    });
    if (answered.type === "problem") throw new Error(`${script}, ${name}: ${answered.problem}`);
    return answered.answer;
  };
}

/** The other end: answers whoever started this process, until they let go of it. */
export function answerParent<Questions extends QuestionMap>(
  answers: Answers<Questions>,
  close: () => Promise<void>,
): void {
  const answerOf = async ({ name, question }: Asked): Promise<unknown> => {
    if (name === cpuQuestion) return ownCpuMs();
    const answer = answers[name];
    if (answer === undefined) throw new Error("nobody knows that question");
    return answer(question);
  };
  process.on("message", (asked: Asked) => {
    const { number } = asked;
    const tell = (answered: Answered): void => {
      if (process.connected) process.send?.(answered);
    };
    answerOf(asked).then(
      (answer) => tell({ number, type: "answer", answer }),
      (error: unknown) => tell({ number, type: "problem", problem: wordsOf(error) }),
    );
  });
  process.once("disconnect", () => void close());
  // Whoever started this process decides when it ends, and is told by the same key.
  process.on("SIGINT", () => undefined);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
