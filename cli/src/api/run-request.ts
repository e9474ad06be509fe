import type { CommandContext } from "../command-context.ts";
import { UsageError } from "../failure.ts";
import { openClient, sendChange, withApiErrors } from "./client.ts";
import { readJson } from "./fields.ts";
import { guardMainnet } from "./mainnet.ts";
import { printResult } from "./print-result.ts";

export interface ApiInput {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly data?: string;
  /** `name=value`. */
  readonly query: readonly string[];
  readonly idempotencyKey?: string;
  readonly yes: boolean;
  readonly profile?: string;
}

const ownAccount = "{account_id}";

/** `florin api`: sends any request, and prints the response as JSON. */
export function runRequest(context: CommandContext, input: ApiInput): Promise<void> {
  const { method, idempotencyKey } = input;
  if (!input.path.startsWith("/"))
    throw new UsageError("the path must start with a slash, such as /accounts");
  return withApiErrors(context.signal, async () => {
    const client = await openClient(context, { profile: input.profile });
    const accountId = input.path.includes(ownAccount) ? await client.accountId() : "";
    const path = `${input.path.replaceAll(ownAccount, accountId)}${queryOf(input)}`;
    const body = input.data === undefined ? undefined : await readJson(context, input.data, "--data");
    const change = { command: `api ${method} ${input.path}`, isConfirmed: input.yes };
    await guardMainnet(context, client, method === "GET" ? undefined : change);
    const request = { method, path, ...(body === undefined ? {} : { body: fieldsOf(body) }) };
    const { florin } = client;
    const { signal } = context;
    const result =
      method === "GET"
        ? await florin.request(request, { signal })
        : await sendChange(signal, idempotencyKey, (keyed) => florin.request(request, keyed));
    printResult(context, {}, result, "json");
  });
}

function queryOf({ path, query }: ApiInput): string {
  if (query.length === 0) return "";
  const pairs = query.map((text): [string, string] => {
    const [name = "", ...value] = text.split("=");
    if (name === "" || value.length === 0)
      throw new UsageError(`${text} is not a parameter such as status=pending`);
    return [name, value.join("=")];
  });
  return `${path.includes("?") ? "&" : "?"}${new URLSearchParams(pairs).toString()}`;
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return { ...body };
  throw new UsageError("--data must be a JSON object");
}
