import { ChainDisagreementError, ChainUnavailableError } from "./chain.ts";

/** The nodes of one chain, asked by JSON-RPC 2.0: one after the other until one answers. */
export interface NodePool {
  /** Throws a NodeError when a node said no, and a ChainUnavailableError when none could be asked. */
  call(method: string, params: unknown, options?: AskOptions): Promise<unknown>;
  /** Many questions in one message to one node, answered in their order; a NodeError stands where a node said no. */
  callMany(questions: readonly NodeQuestion[], options?: AskOptions): Promise<readonly unknown[]>;
  /**
   * The node in use is of little help; the others are asked first for a while. Only a hint: with several askers it may
   * meet another node. What must not be believed is kept out by `accept`.
   */
  distrust(): void;
}

export interface NodeQuestion {
  readonly method: string;
  readonly params: unknown;
}

export interface AskOptions {
  /**
   * A "send" changes the chain. When a node failed that may have done it, the next one gets it as well, but what that
   * one says is not believed, and a ChainUnavailableError is thrown: a "no" may be the echo of the first one's "yes".
   */
  readonly kind?: "read" | "send";
  /** Throws when the answers cannot be of this chain. Their node is asked last for a while, and the next one is asked. */
  readonly accept?: (answers: readonly unknown[]) => void;
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
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const restMs = 10_000;
const distrustMs = 60_000;
const maxAnswerBytes = 64 * 1024 * 1024;
/** Nodes limit how much may stand in one message; each of the large providers takes this many. */
const maxQuestionsInMessage = 200;
/** With these, and all from 500 on, a gateway says that it did not ask its node, whatever else it says. */
const unaskedStatuses: ReadonlySet<number> = new Set([401, 402, 403, 408, 429]);

export function createNodePool(options: NodePoolOptions): NodePool {
  const { now, onFailure, timeoutMs } = options;
  const nodes = options.urls.map(readPlace);
  const restsUntil = nodes.map(() => 0);
  let used = 0;

  const rest = (node: number, durationMs: number): void => {
    restsUntil[node] = Math.max(restsUntil[node] ?? 0, now() + durationMs);
  };

  // Nodes that rest come last: with all of them in trouble, each is still asked.
  const inOrder = (): readonly (readonly [number, NodePlace])[] => {
    const rotated = rotate([...nodes.entries()], used);
    const isResting = ([node]: readonly [number, NodePlace]): boolean => (restsUntil[node] ?? 0) > now();
    return [...rotated.filter((one) => !isResting(one)), ...rotated.filter(isResting)];
  };

  const passOver = ({ node, error }: Failure, durationMs: number): void => {
    rest(node, durationMs);
    onFailure?.({ node, error });
  };

  const ask = async (question: Asking, { kind, accept }: AskOptions = {}): Promise<readonly unknown[]> => {
    const failed: Failure[] = [];
    const troubled: Troubled[] = [];
    for (const [node, place] of inOrder()) {
      const told = await listen(() => question((body) => postJson(place, body, timeoutMs)), accept);
      if (told.state === "answered") {
        for (const one of troubled) passOver(one, restMs);
        used = node;
        return believe(told.answers, { kind, others: failed.length + troubled.length });
      }
      if (told.state === "troubled") {
        troubled.push({ ...told, node });
      } else {
        failed.push({ ...told, node });
        passOver({ ...told, node }, told.restMs);
      }
    }
    const [first] = troubled;
    if (first === undefined) throw unanswered(failed);
    // Where nobody does better, the trouble is not of one node alone, and its "no" is an answer.
    accept?.(first.answers);
    return believe(first.answers, { kind, others: failed.length + troubled.length - 1 });
  };

  return {
    call: async (method, params, askOptions) => {
      const [answer] = await ask(
        async (post) => [readAnswer(await post({ jsonrpc: "2.0", id: 0, method, params }))],
        askOptions,
      );
      if (answer instanceof NodeError) throw answer;
      return answer;
    },
    callMany: (questions, askOptions) =>
      questions.length === 0 ? Promise.resolve([]) : ask((post) => askAll(post, questions), askOptions),
    distrust: () => rest(used, distrustMs),
  };
}

function rotate<Item>(items: readonly Item[], first: number): readonly Item[] {
  return [...items.slice(first), ...items.slice(0, first)];
}

/** What was to be sent may have reached one of the others that were asked and failed; then nobody knows. */
function believe(
  answers: readonly unknown[],
  { kind, others }: { readonly kind: AskOptions["kind"]; readonly others: number },
): readonly unknown[] {
  if (kind !== "send" || others === 0) return answers;
  throw new ChainUnavailableError("a node that failed may have taken it");
}

type Asking = (post: Post) => Promise<readonly unknown[]>;

interface Failure {
  readonly node: number;
  readonly error: unknown;
}

interface Troubled extends Failure {
  readonly answers: readonly unknown[];
}

type Told =
  | { readonly state: "answered"; readonly answers: readonly unknown[] }
  /** It said no, for reasons of its own. */
  | { readonly state: "troubled"; readonly answers: readonly unknown[]; readonly error: NodeError }
  | { readonly state: "failed"; readonly error: unknown; readonly restMs: number };

/** A node whose answer cannot be read, or cannot be, has not answered; so reading and judging are part of asking. */
async function listen(
  question: () => Promise<readonly unknown[]>,
  accept: AskOptions["accept"],
): Promise<Told> {
  let answers: readonly unknown[];
  try {
    answers = await question();
  } catch (error) {
    return { state: "failed", error, restMs };
  }
  const trouble = answers.find((answer) => answer instanceof NodeError && isOwnTrouble(answer));
  if (trouble instanceof NodeError) return { state: "troubled", answers, error: trouble };
  try {
    accept?.(answers);
  } catch (error) {
    return { state: "failed", error, restMs: distrustMs };
  }
  return { state: "answered", answers };
}

/** Limits and internal errors (EIP-1474, and what providers write instead), and state that others may still have. */
const troubleCodes: ReadonlySet<number> = new Set([-32_005, -32_603, -32_429, 402, 429]);
const troubleWords =
  /missing trie node|header not found|rate limit|too many requests|request (?:count|limit)|capacity|timed? ?out|unhealthy|node is behind/i;

/** Whether a "no" is about the node and not about the question; some nodes call a refusing contract an internal error. */
function isOwnTrouble({ code, message, data }: NodeError): boolean {
  const isOfContract = /revert/i.test(message) || (typeof data === "string" && data.startsWith("0x"));
  return !isOfContract && (troubleCodes.has(code) || troubleWords.test(message));
}

/** A history that cannot be is graver than silence, and somebody has to hear of it. */
function unanswered(failures: readonly Failure[]): Error {
  for (const { error } of failures) if (error instanceof ChainDisagreementError) return error;
  return new ChainUnavailableError("no node of this chain answered", { cause: failures.at(-1)?.error });
}

type Post = (body: unknown) => Promise<unknown>;

interface NodePlace {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A name and a password in an address travel in a header (RFC 7617); fetch would refuse them, and tell them to the log. */
function readPlace(text: string): NodePlace {
  const url = new URL(text);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const headers = { "content-type": "application/json" };
  if (username === "" && password === "") return { url: url.href, headers };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    url: url.href,
    headers: { ...headers, authorization: `Basic ${Buffer.from(pair).toString("base64")}` },
  };
}

async function postJson({ url, headers }: NodePlace, body: unknown, timeoutMs: number): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: "error",
  });
  const text = await readText(response);
  if (response.status >= 500 || unaskedStatuses.has(response.status))
    throw new Error(`a node answered ${response.status}`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`a node answered ${response.status} and no JSON`);
  }
}

/** The length is counted as it comes, because a node need not announce it. */
async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    // Leaving the loop ends the answer, too.
    if (size > maxAnswerBytes) throw new Error("a node answered more than can be read");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

async function askAll(post: Post, questions: readonly NodeQuestion[]): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (let start = 0; start < questions.length; start += maxQuestionsInMessage) {
    const some = questions.slice(start, start + maxQuestionsInMessage);
    const body = some.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
    answers.push(...readAnswers(await post(body), some.length));
  }
  return answers;
}

function readAnswers(answer: unknown, count: number): readonly unknown[] {
  if (!Array.isArray(answer)) throw new Error("a node does not answer questions in one message");
  const byId = new Map(answer.map((one) => [idOf(one), one]));
  return Array.from({ length: count }, (_, id) => readAnswer(byId.get(id)));
}

function idOf(answer: unknown): unknown {
  return typeof answer === "object" && answer !== null && "id" in answer ? answer.id : undefined;
}

function readAnswer(answer: unknown): unknown {
  if (typeof answer === "object" && answer !== null) {
    if ("error" in answer && answer.error !== null && answer.error !== undefined)
      return readError(answer.error);
    if ("result" in answer) return answer.result;
  }
  throw new Error("a node answered neither a result nor an error");
}

function readError(error: unknown): NodeError {
  if (typeof error !== "object" || error === null) return new NodeError(0, "unnamed error", undefined);
  const code = "code" in error && typeof error.code === "number" ? error.code : 0;
  const message = "message" in error && typeof error.message === "string" ? error.message : "unnamed error";
  return new NodeError(code, message, "data" in error ? error.data : undefined);
}
