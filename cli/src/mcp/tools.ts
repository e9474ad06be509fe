import type { Florin } from "@florin/sdk";
import { type ApiDocument, operationsOf } from "./api-document.ts";
import { type InputSchema, inputSchemaOf } from "./input-schema.ts";
import { type Passage, passagesOf, searchDocs } from "./search-docs.ts";
import { type OperationTool, readTools, testnetTools, toolName } from "./tool-table.ts";

/** A tool as an agent sees it, and what it does. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly annotations: ToolAnnotations;
  run(input: Input, signal: AbortSignal): Promise<unknown>;
}

interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

export type Input = Readonly<Record<string, unknown>>;

interface RunOptions {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

type Method = (input: Input, options: RunOptions) => Promise<unknown>;

const reading: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
};
const writing: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
};

export function readingTools(
  document: ApiDocument,
  florin: Florin,
  readDocs: () => Promise<readonly Passage[]>,
): readonly Tool[] {
  const operations = readTools.map((entry) => ({
    ...describedTool(document, entry),
    annotations: reading,
    run: (input: Input, signal: AbortSignal) => methodOf(florin, entry)(input, { signal }),
  }));
  return [...operations, searchTool(document, readDocs)];
}

/** Without the signal of the caller: a request that was sent must not lose its outcome. */
export function writingTool(document: ApiDocument, florin: Florin, entry: OperationTool): Tool {
  return {
    ...describedTool(document, entry),
    annotations: writing,
    run: (input) => {
      const { idempotency_key: key, ...request } = input;
      return methodOf(florin, entry)(request, typeof key === "string" ? { idempotencyKey: key } : {});
    },
  };
}

export function simulationTools(document: ApiDocument, florin: Florin): readonly Tool[] {
  return testnetTools.map((entry) => writingTool(document, florin, entry));
}

function describedTool(document: ApiDocument, entry: OperationTool): Omit<Tool, "run" | "annotations"> {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === entry.operationId);
  if (found === undefined) throw new Error(`the service has no operation ${entry.operationId}`);
  const { summary = "", description = "" } = found.operation;
  return {
    name: toolName(entry),
    title: summary,
    description: [`${summary}.`, description].join(" ").trim(),
    inputSchema: inputSchemaOf(document, found.operation),
  };
}

function methodOf(florin: Florin, { method: path }: OperationTool): Method {
  const [resource = "", name = ""] = path.split(".");
  const resources = florin as unknown as Readonly<Record<string, Readonly<Record<string, Method>>>>;
  const method = resources[resource]?.[name];
  if (method === undefined) throw new Error(`the SDK has no method ${path}`);
  return method;
}

function searchTool(document: ApiDocument, readDocs: () => Promise<readonly Passage[]>): Tool {
  const query = { type: "string", minLength: 2, maxLength: 200, description: "Words to find, in English." };
  return {
    name: "search_docs",
    title: "Search the documentation",
    description:
      "Search the documentation: operations, rules, scopes, errors, guides and concepts. Returns the best passages.",
    inputSchema: { type: "object", properties: { query }, required: ["query"], additionalProperties: false },
    annotations: reading,
    run: async ({ query: text }) => {
      const passages = [...passagesOf(document), ...(await readDocs())];
      return { passages: searchDocs(passages, typeof text === "string" ? text : "") };
    },
  };
}
