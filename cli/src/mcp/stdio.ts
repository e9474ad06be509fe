import { once } from "node:events";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

/** Until the client closes standard input, or ^C. Standard output has only messages of the protocol. */
export async function serveStdio(mcp: McpServer, signal: AbortSignal): Promise<void> {
  const ended = once(process.stdin, "end", { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  await mcp.connect(new StdioServerTransport());
  await ended;
  await mcp.close();
}
