import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { run } from "../src/run.ts";
import { systemNow } from "../src/system-clock.ts";

export const mcpToken = "a-bearer-token-of-at-least-32-characters";

/** `florin mcp --http` in this process. */
export interface McpProcess extends AsyncDisposable {
  readonly url: URL;
  /** A real client, connected. */
  connect(): Promise<McpClient>;
}

export interface McpClient extends AsyncDisposable {
  toolNames(): Promise<readonly string[]>;
  tool(name: string): Promise<ShownTool>;
  call(name: string, input?: Record<string, unknown>): Promise<CallResult>;
}

interface ShownTool {
  readonly description?: string | undefined;
  readonly inputSchema: {
    readonly properties?: object | undefined;
    readonly required?: readonly string[] | undefined;
  };
  readonly annotations?: object | undefined;
}

export interface CallResult {
  readonly isError: boolean;
  // Tests read results of every tool.
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly value: any; // oxlint-disable-line typescript/no-explicit-any
}

interface McpOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly now?: () => number;
}

/** The command ends with the object; it throws if the command fails at the start. */
export async function startMcp(
  argv: readonly string[],
  { environment, now = systemNow }: McpOptions,
): Promise<McpProcess> {
  const stop = new AbortController();
  let ended: Promise<number> = Promise.resolve(0);
  const url = await new Promise<URL>((resolve, reject) => {
    let stderr = "";
    const write = (text: string): void => {
      stderr += text;
      const [, address] = /Listening on (\S+)/.exec(text) ?? [];
      if (address !== undefined) resolve(new URL(address));
    };
    ended = run(["mcp", "--http", "0", ...argv], {
      environment: { FLORIN_MCP_TOKEN: mcpToken, ...environment },
      stdout: { write: () => {}, terminalWidth: undefined },
      stderr: { write, terminalWidth: undefined },
      ask: undefined,
      readInput: () => Promise.resolve(""),
      now,
      signal: stop.signal,
    });
    // Too late once it listens.
    void ended.then((exitCode) => reject(new Error(`florin mcp ended with ${exitCode}: ${stderr}`)));
  });
  return {
    url,
    connect: () => connectClient(httpTransport(url)),
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await ended;
    },
  };
}

/** The command as an agent starts it, in a process of its own. */
export function startMcpStdio(
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<McpClient> {
  return connectClient(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(import.meta.dirname, "../bin/florin.js"), "mcp", ...argv],
      env: { PATH: process.env["PATH"] ?? "", ...environment },
      stderr: "ignore",
    }),
  );
}

function httpTransport(url: URL): Transport {
  const headers = { authorization: `Bearer ${mcpToken}` };
  return new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as Transport;
}

async function connectClient(transport: Transport): Promise<McpClient> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  const listTools = async () => (await client.listTools()).tools;
  return {
    toolNames: async () => (await listTools()).map(({ name }) => name),
    tool: async (name) => {
      const found = (await listTools()).find((tool) => tool.name === name);
      if (found === undefined) throw new Error(`there is no tool ${name}`);
      return found;
    },
    call: async (name, input = {}) => {
      const { isError, structuredContent } = await client.callTool({ name, arguments: input });
      return { isError: isError === true, value: structuredContent };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
