import { homedir } from "node:os";
import { join } from "node:path";
import type { Florin, Hooks, Network } from "@florin/sdk";
import type { CommandContext } from "../command-context.ts";
import { UsageError } from "../failure.ts";
import { readVersion } from "../version.ts";
import { type ApiDocument, fetchDocument } from "./api-document.ts";
import { type Connection, type ConnectionChoice, connectionFrom } from "./connection.ts";
import { createDocsReader } from "./docs-site.ts";
import { type HttpOptions, serveHttp } from "./http.ts";
import type { Passage } from "./search-docs.ts";
import { createMcpServer, type ToolSource } from "./server.ts";
import { type Budget, createBudget } from "./spending/budget.ts";
import { openJournal } from "./spending/journal.ts";
import { limitName, readLimit } from "./spending/limit.ts";
import { type AttemptCount, limitedTransferTool, spendingLimitTool } from "./spending/transfer-tool.ts";
import { serveStdio } from "./stdio.ts";
import { cancelTransferTool, createTransferTool } from "./tool-table.ts";
import { readingTools, simulationTools, type Tool, writingTool } from "./tools.ts";

export interface McpInput extends ConnectionChoice {
  /** Also on mainnet, where it needs a limit. */
  readonly allowsTransfers: boolean;
  readonly isReadOnly: boolean;
  /** Such as `500 USD per day`. */
  readonly limit: string | undefined;
  /** File of what was spent. */
  readonly statePath: string | undefined;
  /** Over stdio without it. */
  readonly http: HttpOptions | undefined;
}

/** Serves until the client leaves, or ^C. */
export async function serveMcp(context: CommandContext, choice: McpInput): Promise<void> {
  const connection = await connectionFrom(context, choice);
  const input = { ...choice, network: connection.network };
  const budget = await budgetOf(context, input, connection);
  const tools = createToolSource(connection, { canTransfer: canTransfer(input), budget });
  const version = await readVersion();
  const createServer = () => createMcpServer(tools, version);
  context.stderr.write(
    `Florin tools on ${input.network} at ${connection.baseUrl}: ${spendingText(input)}.\n`,
  );
  if (input.http === undefined) await serveStdio(createServer(), context.signal);
  else await serveHttp(context, input.http, createServer);
}

type McpSettings = McpInput & { readonly network: Network };

function canTransfer({ network, allowsTransfers, isReadOnly }: McpSettings): boolean {
  return !isReadOnly && (network === "testnet" || allowsTransfers);
}

function spendingText(input: McpSettings): string {
  if (!canTransfer(input)) return "read-only";
  return input.limit === undefined
    ? "transfers without a limit"
    : `transfers up to ${limitName(readLimit(input.limit))}`;
}

async function budgetOf(
  { environment, now }: CommandContext,
  input: McpSettings,
  { fingerprint }: Connection,
): Promise<Budget | undefined> {
  if (!canTransfer(input)) {
    if (input.limit !== undefined) throw new UsageError("--limit needs --allow-transfers");
    return undefined;
  }
  if (input.limit === undefined) {
    if (input.network === "testnet") return undefined;
    throw new UsageError("--allow-transfers needs --limit on mainnet, such as --limit 500 USD per day");
  }
  const limit = readLimit(input.limit);
  const stateHome = environment["XDG_STATE_HOME"] || join(homedir(), ".local", "state");
  const path = input.statePath ?? join(stateHome, "florin", `mcp-spending-${fingerprint}.jsonl`);
  return createBudget(await openJournal(path), limit, now);
}

interface ToolOptions {
  readonly canTransfer: boolean;
  readonly budget: Budget | undefined;
}

interface ToolSources {
  readonly attempts: AttemptCount;
  readonly readDocs: () => Promise<readonly Passage[]>;
}

/** The same tools for all connections, once the service is reachable. */
function createToolSource({ baseUrl, createClient }: Connection, options: ToolOptions): ToolSource {
  const attempts = countAttempts();
  const florin = createClient(attempts.hooks);
  const readDocs = createDocsReader(baseUrl);
  let tools: Promise<readonly Tool[]> | undefined;
  return () => {
    tools ??= fetchDocument(baseUrl)
      .then((document) => toolsOf(document, florin, { ...options, attempts, readDocs }))
      .catch((error: unknown) => {
        tools = undefined;
        throw error;
      });
    return tools;
  };
}

function toolsOf(
  document: ApiDocument,
  florin: Florin,
  { canTransfer: isAllowed, budget, attempts, readDocs }: ToolOptions & ToolSources,
): readonly Tool[] {
  const reading = readingTools(document, florin, readDocs);
  if (!isAllowed) return reading;
  const create = writingTool(document, florin, createTransferTool);
  const cancel = writingTool(document, florin, cancelTransferTool);
  return [
    ...reading,
    ...(budget === undefined
      ? [create]
      : [limitedTransferTool(create, budget, attempts), spendingLimitTool(budget)]),
    cancel,
    ...(florin.network === "testnet" ? simulationTools(document, florin) : []),
  ];
}

/** Of transfers only, of which there are as many as lines in the journal. */
function countAttempts(): AttemptCount & { readonly hooks: Hooks } {
  const counts = new Map<string, number>();
  return {
    attemptsOf: (key) => counts.get(key) ?? 0,
    hooks: {
      onRequest: ({ operation, idempotencyKey: key }) => {
        if (operation === createTransferTool.method && key !== undefined)
          counts.set(key, (counts.get(key) ?? 0) + 1);
      },
    },
  };
}
