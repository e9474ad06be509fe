import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { OpenApiDocument } from "../../src/http/openapi.ts";
import { type ApiResponse, createRequest, type RequestOptions, startTestApi, type TestApi } from "../api.ts";
import { type BaseNode, startBaseNode } from "../chain-nodes/base-node.ts";
import { type ChainParts, openChainParts } from "../chain-parts.ts";
import { createTestDatabase } from "../database.ts";
import { eventually } from "../eventually.ts";
import type { CheckResponse, SeenResponse } from "../response-validation.ts";
import { createSanctionedAddresses } from "../sanctioned-addresses.ts";
import { type ApiProcess, startApiProcess } from "../start-api-process.ts";

/** Nodes over one database, and clients that reach them one after the other. */
export interface Cluster {
  /** A node of its own process, for preparations and checks; it has no workers. */
  readonly api: TestApi;
  readonly chain: ChainParts["chain"];
  /** Adds a node: of this release, or of another one. */
  start(release?: Release): Promise<ApiProcess>;
  /** Ends the node at this place and starts another one there. */
  replace(place: number, how: "kill" | "drain"): Promise<void>;
  /** Sends a request to the next node, and again to others while it fails; a write keeps its idempotency key. */
  request(method: string, path: string, options: RequestOptions): Promise<ApiResponse>;
  /** How many requests had to be sent again. */
  retries(): number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The program of another release, and the API document that its responses keep to. */
export interface Release {
  readonly script: string;
  readonly document: OpenApiDocument;
}

interface Node {
  readonly running: ApiProcess;
  readonly check: CheckResponse;
}

const baseUrl = "http://florin.test";

export async function openCluster(): Promise<Cluster> {
  const node = await startBaseNode();
  const environment = { RATE_LIMIT: "off", BASE_URL: baseUrl, ...node.environment };
  const masterKey = randomBytes(32);
  const testDatabase = await createTestDatabase({ maxConnections: 20 });
  const parts = await fundChain(node, { testDatabase, masterKey, environment });
  const api = await startTestApi({
    testDatabase,
    masterKey,
    environment: { ...environment, FLORIN_ROLES: "api" },
  });
  const settings = {
    target: testDatabase.target,
    masterKey: masterKey.toString("hex"),
    baseUrl,
    environment: { ...environment, LOG_LEVEL: "error" },
  };
  const nodes: (Node | undefined)[] = [];
  const { request, retries } = createRoundRobin(nodes);
  const end = async (place: number, how: "kill" | "drain"): Promise<void> => {
    const ending = nodes[place];
    nodes[place] = undefined;
    if (how === "kill") await ending?.running.kill();
    else expect((await ending?.running.stop())?.code ?? 0).toBe(0);
  };
  return {
    api,
    chain: parts.chain,
    request,
    retries,
    start: async (release) => {
      const running = await startApiProcess({ ...settings, ...(release && { script: release.script }) });
      const check = release === undefined ? api.check : api.checkFor(release.document);
      nodes.push({ running, check });
      return running;
    },
    replace: async (place, how) => {
      await end(place, how);
      nodes[place] = { running: await startApiProcess(settings), check: api.check };
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(nodes.map((_, place) => end(place, "drain")));
      await api.stop();
      await parts.close();
      await node.close();
    },
  };
}

type Settings = Pick<Parameters<typeof openChainParts>[0], "masterKey" | "environment"> & {
  readonly testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
};

async function fundChain(node: BaseNode, { testDatabase, ...settings }: Settings): Promise<ChainParts> {
  const { screener } = await createSanctionedAddresses();
  const parts = await openChainParts({ chainName: "base", ...testDatabase, ...settings, screener });
  const { chain } = parts;
  await node.prepare(chain, parts.chains.signerOf({ network: "testnet", family: chain.family }));
  return parts;
}

const lastErrors = 5;

/** Fails with the last errors that the node logged, because the response reveals nothing. */
function expectKnownError({ status, text }: ApiResponse, node: ApiProcess): void {
  const errors = node
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  expect(status === 500 ? [text, ...errors.slice(-lastErrors)] : []).toEqual([]);
}

function isDocumented(check: CheckResponse, response: SeenResponse): boolean {
  try {
    check(response);
    return true;
  } catch {
    return false;
  }
}

/** Of an overloaded or draining node, and of a key whose first request is still in flight. */
const passing = new Set([429, 502, 503, 504]);
const inFlight = "idempotency_key_in_flight";

function createRoundRobin(nodes: readonly (Node | undefined)[]): Pick<Cluster, "request" | "retries"> {
  let [turn, retries] = [0, 0];
  const releases = new Set<CheckResponse>();
  const checkOf = ({ check }: Node): CheckResponse => {
    releases.add(check);
    return (response) => {
      // The same bytes as at first, which a node of another release may have sent.
      const isReplayed = response.headers.has("idempotent-replayed");
      const others = isReplayed ? [...releases].filter((other) => other !== check) : [];
      if (!others.some((other) => isDocumented(other, response))) check(response);
    };
  };
  return {
    retries: () => retries,
    request: async (method, path, options) => {
      let isAgain = false;
      const { node, received } = await eventually(async () => {
        turn += 1;
        if (isAgain) retries += 1;
        isAgain = true;
        const addressed = nodes[turn % nodes.length];
        if (addressed === undefined) throw new Error("this node is down");
        const response = await createRequest(addressed.running.baseUrl, checkOf(addressed))(
          method,
          path,
          options,
        );
        if (passing.has(response.status) || response.body?.code === inFlight) throw new Error(response.text);
        return { node: addressed.running, received: response };
      });
      expectKnownError(received, node);
      return received;
    },
  };
}
