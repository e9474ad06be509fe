import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Agent, request } from "undici";
import { ChainDisagreementError, ChainUnavailableError } from "./chain.ts";

/** The RPC nodes of one chain, called by JSON-RPC 2.0 with failover: one after the other until one responds. */
export interface NodePool {
  /** Throws a NodeError if a node rejects the call, and a ChainUnavailableError if no node is reachable. */
  call(method: string, params: unknown, options?: AskOptions): Promise<unknown>;
  /** Several calls in one batch to one node, with results in order; a rejected call has a NodeError as its result. */
  callMany(questions: readonly NodeQuestion[], options?: AskOptions): Promise<readonly unknown[]>;
  /**
   * Tries a node last for a while: by default the one in use, which is only a hint, because with concurrent calls it may
   * hit another node. Use `accept` to keep out results that must not be trusted.
   */
  distrust(node?: number, durationMs?: number): void;
}

export interface NodeQuestion {
  readonly method: string;
  readonly params: unknown;
}

export interface AskOptions {
  /**
   * A "send" changes the chain. If a node failed that may have taken it, the next node gets it too, but its result is
   * not trusted and a ChainUnavailableError is thrown: a rejection may only mean that the first node has accepted it.
   */
  readonly kind?: "read" | "send";
  /** Throws if the results cannot be from this chain. Their node is tried last for a while, and the call fails over. */
  readonly accept?: (results: readonly unknown[]) => void;
}

export interface NodePoolOptions {
  readonly urls: readonly string[];
  readonly timeoutMs: number;
  readonly now: () => number;
  /** A node was skipped; `node` is its index in the list, because its URL may contain a key. */
  readonly onFailure?: (failure: { readonly node: number; readonly error: unknown }) => void;
}

/** JSON-RPC error response: the node understood the call and rejected it. */
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
const maxResponseBytes = 64 * 1024 * 1024;
/** Nodes limit the batch size; each of the large providers accepts this many. */
const maxBatchSize = 200;
/** With these statuses, and all from 500 on, a gateway did not reach its node, whatever the response body says. */
const gatewayStatuses: ReadonlySet<number> = new Set([401, 402, 403, 408, 429]);

export function createNodePool(options: NodePoolOptions): NodePool {
  const { now, onFailure, timeoutMs } = options;
  const nodes = options.urls.map(readPlace);
  const restsUntil = nodes.map(() => 0);
  let used = 0;

  const rest = (node: number, durationMs: number): void => {
    restsUntil[node] = Math.max(restsUntil[node] ?? 0, now() + durationMs);
  };

  // Resting nodes come last: if all of them have failed, each is still tried.
  const inOrder = (): readonly (readonly [number, NodePlace])[] => {
    const rotated = rotate([...nodes.entries()], used);
    const isResting = ([node]: readonly [number, NodePlace]): boolean => (restsUntil[node] ?? 0) > now();
    return [...rotated.filter((entry) => !isResting(entry)), ...rotated.filter(isResting)];
  };

  const passOver = ({ node, error }: Failure, durationMs: number): void => {
    rest(node, durationMs);
    onFailure?.({ node, error });
  };

  const ask = async (question: Query, { kind, accept }: AskOptions = {}): Promise<readonly unknown[]> => {
    const failed: Failure[] = [];
    const troubled: Troubled[] = [];
    for (const [node, place] of inOrder()) {
      const reply = await queryNode(() => question((body) => postJson(place, body, timeoutMs)), accept);
      if (reply.state === "responded") {
        for (const entry of troubled) passOver(entry, restMs);
        used = node;
        return trustUnlessSent(reply.results, { kind, others: failed.length + troubled.length });
      }
      if (reply.state === "troubled") {
        troubled.push({ ...reply, node });
      } else {
        failed.push({ ...reply, node });
        passOver({ ...reply, node }, reply.restMs);
      }
    }
    const [first] = troubled;
    if (first === undefined) throw noResponseError(failed);
    // If no node does better, the trouble is not specific to one node, and its error is the result.
    accept?.(first.results);
    return trustUnlessSent(first.results, { kind, others: failed.length + troubled.length - 1 });
  };

  return {
    call: async (method, params, callOptions) => {
      const [response] = await ask(
        async (post) => [readResponse(await post({ jsonrpc: "2.0", id: 0, method, params }))],
        callOptions,
      );
      if (response instanceof NodeError) throw response;
      return response;
    },
    callMany: (calls, callOptions) =>
      calls.length === 0 ? Promise.resolve([]) : ask((post) => postBatches(post, calls), callOptions),
    distrust: (node = used, durationMs = distrustMs) => rest(node, durationMs),
  };
}

function rotate<Item>(items: readonly Item[], first: number): readonly Item[] {
  return [...items.slice(first), ...items.slice(0, first)];
}

/** A send may have reached a node that failed before; its outcome is unknown then. */
function trustUnlessSent(
  results: readonly unknown[],
  { kind, others }: { readonly kind: AskOptions["kind"]; readonly others: number },
): readonly unknown[] {
  if (kind !== "send" || others === 0) return results;
  throw new ChainUnavailableError("a node that failed may have accepted the transaction");
}

type Query = (post: Post) => Promise<readonly unknown[]>;

interface Failure {
  readonly node: number;
  readonly error: unknown;
}

interface Troubled extends Failure {
  readonly results: readonly unknown[];
}

type Reply =
  | { readonly state: "responded"; readonly results: readonly unknown[] }
  /** Rejected for reasons specific to the node. */
  | { readonly state: "troubled"; readonly results: readonly unknown[]; readonly error: NodeError }
  | { readonly state: "failed"; readonly error: unknown; readonly restMs: number };

/**
 * A node whose response is unreadable or inconsistent counts as failed, so parsing and `accept` are part of the call.
 */
async function queryNode(
  question: () => Promise<readonly unknown[]>,
  accept: AskOptions["accept"],
): Promise<Reply> {
  let results: readonly unknown[];
  try {
    results = await question();
  } catch (error) {
    return { state: "failed", error, restMs };
  }
  const trouble = results.find((response) => response instanceof NodeError && isNodeTrouble(response));
  if (trouble instanceof NodeError) return { state: "troubled", results, error: trouble };
  try {
    accept?.(results);
  } catch (error) {
    return { state: "failed", error, restMs: distrustMs };
  }
  return { state: "responded", results };
}

/** Limits and internal errors (EIP-1474, and what providers use instead), and state that other nodes may still have. */
const troubleCodes: ReadonlySet<number> = new Set([-32_005, -32_603, -32_429, 402, 429]);
const troubleWords =
  /missing trie node|header not found|rate limit|too many requests|request (?:count|limit)|capacity|timed? ?out|unhealthy|node is behind/i;

/** Whether an error is about the node and not the call; some nodes report a contract revert as an internal error. */
function isNodeTrouble({ code, message, data }: NodeError): boolean {
  const isOfContract = /revert/i.test(message) || (typeof data === "string" && data.startsWith("0x"));
  return !isOfContract && (troubleCodes.has(code) || troubleWords.test(message));
}

/** A different history is more severe than an outage and must reach the operator. */
function noResponseError(failures: readonly Failure[]): Error {
  for (const { error } of failures) if (error instanceof ChainDisagreementError) return error;
  return new ChainUnavailableError("no RPC node of this chain responded", { cause: failures.at(-1)?.error });
}

type Post = (body: unknown) => Promise<unknown>;

interface NodePlace {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Credentials in a URL are sent as a header (RFC 7617), because an error could log the URL. */
function readPlace(text: string): NodePlace {
  const url = new URL(text);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const headers = { "content-type": "application/json", "accept-encoding": "gzip" };
  if (username === "" && password === "") return { url: url.href, headers };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    url: url.href,
    headers: { ...headers, authorization: `Basic ${Buffer.from(pair).toString("base64")}` },
  };
}

// Not the global dispatcher, which may be the one that is built into Node.
const connections = new Agent();

/** Redirects are not followed. The deadline includes reading the response. */
async function postJson({ url, headers }: NodePlace, body: unknown, timeoutMs: number): Promise<unknown> {
  const response = await request(url, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
    dispatcher: connections,
  });
  const { statusCode } = response;
  const bytes = await readBytes(response.body);
  if (statusCode >= 500 || gatewayStatuses.has(statusCode) || isRedirect(statusCode))
    throw new Error(`RPC node returned ${statusCode}`);
  try {
    return JSON.parse((await decompress(bytes, response.headers["content-encoding"])).toString("utf8"));
  } catch {
    throw new Error(`RPC node returned ${statusCode} without JSON`);
  }
}

function isRedirect(statusCode: number): boolean {
  return statusCode >= 300 && statusCode < 400;
}

/** Counts the bytes as they arrive, because a node need not send a content length. */
async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    // Leaving the loop cancels the response, too.
    if (size > maxResponseBytes) throw new Error("RPC node response is too large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const gunzipBytes = promisify(gunzip);

async function decompress(bytes: Buffer, encoding: string | string[] | undefined): Promise<Buffer> {
  return encoding === "gzip" ? gunzipBytes(bytes, { maxOutputLength: maxResponseBytes }) : bytes;
}

async function postBatches(post: Post, questions: readonly NodeQuestion[]): Promise<readonly unknown[]> {
  const results: unknown[] = [];
  for (let start = 0; start < questions.length; start += maxBatchSize) {
    const batch = questions.slice(start, start + maxBatchSize);
    const body = batch.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
    results.push(...readResponses(await post(body), batch.length));
  }
  return results;
}

function readResponses(response: unknown, count: number): readonly unknown[] {
  if (!Array.isArray(response)) throw new Error("RPC node does not support batches");
  const byId = new Map(response.map((entry) => [idOf(entry), entry]));
  return Array.from({ length: count }, (_, id) => readResponse(byId.get(id)));
}

function idOf(response: unknown): unknown {
  return typeof response === "object" && response !== null && "id" in response ? response.id : undefined;
}

function readResponse(response: unknown): unknown {
  if (typeof response === "object" && response !== null) {
    if ("error" in response && response.error !== null && response.error !== undefined)
      return readError(response.error);
    if ("result" in response) return response.result;
  }
  throw new Error("RPC node returned neither a result nor an error");
}

function readError(error: unknown): NodeError {
  if (typeof error !== "object" || error === null) return new NodeError(0, "unknown error", undefined);
  const code = "code" in error && typeof error.code === "number" ? error.code : 0;
  const message = "message" in error && typeof error.message === "string" ? error.message : "unknown error";
  return new NodeError(code, message, "data" in error ? error.data : undefined);
}

/**
 * Every batch to every node includes a question whose result shows whether it is on this chain. A node of another chain has none
 * of Florin's contracts and transactions, and nothing in its results would show why.
 */
export function verifyNodes(
  nodes: NodePool,
  question: NodeQuestion,
  verify: (result: unknown) => void,
): NodePool {
  const callMany: NodePool["callMany"] = async (questions, options) => {
    if (questions.length === 0) return [];
    const [, ...results] = await nodes.callMany([question, ...questions], {
      ...options,
      accept: ([identity, ...others]) => {
        verify(identity);
        options?.accept?.(others);
      },
    });
    return results;
  };
  return {
    call: async (method, params, options) => {
      const [result] = await callMany([{ method, params }], options);
      if (result instanceof NodeError) throw result;
      return result;
    },
    callMany,
    distrust: nodes.distrust,
  };
}
