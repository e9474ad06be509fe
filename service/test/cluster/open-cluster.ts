import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { type ApiResponse, createRequest, type RequestOptions, startTestApi, type TestApi } from "../api.ts";
import { type BaseNode, startBaseNode } from "../chain-nodes/base-node.ts";
import { type ChainParts, openChainParts } from "../chain-parts.ts";
import { createTestDatabase } from "../database.ts";
import { eventually } from "../eventually.ts";
import { createSanctionedAddresses } from "../sanctioned-addresses.ts";
import { type ApiProcess, startApiProcess } from "../start-api-process.ts";

/** Nodes over one database, and clients that reach them one after the other. */
export interface Cluster {
  /** A node of its own process, for preparations and checks; it has no workers. */
  readonly api: TestApi;
  readonly chain: ChainParts["chain"];
  /** Adds a node; from this program, or from that of another release. */
  start(script?: string): Promise<ApiProcess>;
  /** Ends the node at this place and starts another one there. */
  replace(place: number, how: "kill" | "drain"): Promise<void>;
  /** Sends a request to the next node, and again to others while it fails; a write keeps its idempotency key. */
  request(method: string, path: string, options: RequestOptions): Promise<ApiResponse>;
  /** How many requests had to be sent again. */
  retries(): number;
  [Symbol.asyncDispose](): Promise<void>;
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
  const nodes: (ApiProcess | undefined)[] = [];
  const { request, retries } = createRoundRobin(nodes, api);
  const end = async (place: number, how: "kill" | "drain"): Promise<void> => {
    const ending = nodes[place];
    nodes[place] = undefined;
    if (how === "kill") await ending?.kill();
    else expect((await ending?.stop())?.code ?? 0).toBe(0);
  };
  return {
    api,
    chain: parts.chain,
    request,
    retries,
    start: async (script) => {
      const started = await startApiProcess({ ...settings, ...(script === undefined ? {} : { script }) });
      nodes.push(started);
      return started;
    },
    replace: async (place, how) => {
      await end(place, how);
      nodes[place] = await startApiProcess(settings);
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

/** Of an overloaded or draining node, and of a key whose first request is still in flight. */
const passing = new Set([429, 502, 503, 504]);
const inFlight = "idempotency_key_in_flight";

function createRoundRobin(
  nodes: readonly (ApiProcess | undefined)[],
  api: TestApi,
): Pick<Cluster, "request" | "retries"> {
  let [turn, retries] = [0, 0];
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
        const response = await createRequest(addressed.baseUrl, api.check)(method, path, options);
        if (passing.has(response.status) || response.body?.code === inFlight) throw new Error(response.text);
        return { node: addressed, received: response };
      });
      expectKnownError(received, node);
      return received;
    },
  };
}
