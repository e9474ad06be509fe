import { ChainUnavailableError } from "./chain.ts";

/** The nodes of one chain, asked by JSON-RPC 2.0: one after the other until one answers. */
export interface NodePool {
  /** Throws a NodeError when a node said no, and a ChainUnavailableError when none could be asked. */
  call(method: string, params: unknown): Promise<unknown>;
  /** Many questions in one message to one node, answered in their order; a NodeError stands where a node said no. */
  callMany(questions: readonly NodeQuestion[]): Promise<readonly (unknown | NodeError)[]>;
  /** The node in use told something that cannot be; the others are asked first for a while. */
  distrust(): void;
}

export interface NodeQuestion {
  readonly method: string;
  readonly params: unknown;
}

export interface NodePoolOptions {
  readonly urls: readonly string[];
  readonly timeoutMs: number;
  readonly now: () => number;
  /** A node was passed over; `node` is its place in the list, because an address may hold a key. */
  readonly onFailure?: (failure: { readonly node: number; readonly error: unknown }) => void;
}

/** A node understood the question and said no. */
export class NodeError extends Error {
  override readonly name = "NodeError";
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message);
  }
}

const restMs = 10_000;
const distrustMs = 60_000;
const maxAnswerBytes = 64 * 1024 * 1024;

export function createNodePool(options: NodePoolOptions): NodePool {
  const { urls, now, onFailure } = options;
  const restsUntil = urls.map(() => 0);
  let used = 0;

  // Nodes that rest come last: with all of them in trouble, each is still asked.
  const inOrder = (): readonly number[] => {
    const rotated = urls.map((_, offset) => (used + offset) % urls.length);
    const isResting = (node: number): boolean => (restsUntil[node] ?? 0) > now();
    return [...rotated.filter((node) => !isResting(node)), ...rotated.filter(isResting)];
  };

  const post = async (body: unknown): Promise<unknown> => {
    const problems: unknown[] = [];
    for (const node of inOrder()) {
      try {
        const answer = await postJson(urls[node] ?? "", body, options.timeoutMs);
        used = node;
        return answer;
      } catch (error) {
        restsUntil[node] = now() + restMs;
        problems.push(error);
        onFailure?.({ node, error });
      }
    }
    throw new ChainUnavailableError("no node of this chain answered", { cause: problems.at(-1) });
  };

  return {
    call: async (method, params) => {
      const answer = readAnswer(await post({ jsonrpc: "2.0", id: 1, method, params }));
      if (answer instanceof NodeError) throw answer;
      return answer;
    },
    callMany: async (questions) => {
      if (questions.length === 0) return [];
      const body = questions.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
      return readAnswers(await post(body), questions.length);
    },
    distrust: () => {
      restsUntil[used] = now() + distrustMs;
    },
  };
}

async function postJson(url: string, body: unknown, timeoutMs: number): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: "error",
  });
  if (Number(response.headers.get("content-length") ?? 0) > maxAnswerBytes) {
    await response.body?.cancel();
    throw new Error("a node answered more than can be read");
  }
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`a node answered ${response.status} and no JSON`);
  }
}

function readAnswers(answer: unknown, count: number): readonly (unknown | NodeError)[] {
  if (!Array.isArray(answer))
    throw new ChainUnavailableError("a node does not answer questions in one message");
  const byId = new Map(answer.map((one) => [idOf(one), one]));
  return Array.from({ length: count }, (_, id) => readAnswer(byId.get(id)));
}

function idOf(answer: unknown): unknown {
  return typeof answer === "object" && answer !== null && "id" in answer ? answer.id : undefined;
}

function readAnswer(answer: unknown): unknown | NodeError {
  if (typeof answer === "object" && answer !== null) {
    if ("error" in answer && answer.error !== null && answer.error !== undefined)
      return readError(answer.error);
    if ("result" in answer) return answer.result;
  }
  throw new ChainUnavailableError("a node answered neither a result nor an error");
}

function readError(error: unknown): NodeError {
  if (typeof error !== "object" || error === null) return new NodeError(0, "unnamed error", undefined);
  const code = "code" in error && typeof error.code === "number" ? error.code : 0;
  const message = "message" in error && typeof error.message === "string" ? error.message : "unnamed error";
  return new NodeError(code, message, "data" in error ? error.data : undefined);
}
