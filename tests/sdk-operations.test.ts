import { randomBytes } from "node:crypto";
import { ApprovalRequiredError, createFlorin, type Florin, type Network } from "@florin/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import openApi from "../openapi.json" with { type: "json" };
import { operations as table } from "../sdk/src/generated/operations.ts";
import type { OpenApiDocument } from "../service/src/http/openapi.ts";
import { startTestApi, type TestApi } from "../service/test/api.ts";
import { type CommandContext, prepareContext } from "./fuzz/context.ts";
import { goodRequestOf } from "./fuzz/good-request.ts";
import { type Operation, operationsOf } from "./fuzz/operations.ts";
import { webhookSettings } from "./fuzz/webhook-context.ts";
import { typeErrorsOf } from "./sdk/type-errors.ts";

const documented = operationsOf(openApi as unknown as OpenApiDocument).filter(
  ({ accept }) => accept === undefined,
);
const masterKey = randomBytes(32);
const environment = { RATE_LIMIT: "off", NEW_ACCESS_HOURS: "0", TRUST_PROXY: "*", ...webhookSettings };

let api: TestApi;
let context: CommandContext;

beforeAll(async () => {
  api = await startTestApi({ environment, masterKey });
  context = await prepareContext(api, masterKey);
});
afterAll(() => api.stop());

test("every operation has a method, and every method an operation", () => {
  const methods = Object.values(table).flatMap((resource) => Object.values(resource));
  const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
    `${method} ${path}`;
  expect(methods.map(nameOf).sort(byText)).toEqual(documented.map(nameOf).sort(byText));
});

test("each method succeeds, its response is as documented, and its types accept input and result", async () => {
  const lines: string[] = [];
  for (const operation of documented) lines.push(...(await callOnce(operation)));
  expect(lines.length).toBe(2 * documented.length);
  const [line = ""] = lines.filter((text) => text.startsWith("export const getHealth:"));
  const planted = line.replace("getHealth", "planted").replace(/= .*/s, "= { healthy: 7 };");
  const errors = await typeErrorsOf([...lines, planted]);
  expect(errors.filter((text) => !text.startsWith("export const planted:"))).toEqual([]);
  expect(errors).not.toEqual([]);
});

test("a stream continues after any event of the list, and a final resource needs no wait", async () => {
  const { token, accountId: account_id } = context.actors.get("createTransfer") ?? {
    token: "",
    accountId: "",
  };
  const florin = clientOf(token);
  const first = await florin.events.list({ account_id, order: "oldest", page: { size: 1 } });
  const after = first.pagination.next ?? "";
  const following = await florin.events.list({ account_id, order: "oldest", page: { size: 1, after } });
  for await (const { cursor: _cursor, ...event } of florin.events.stream({ account_id, page: { after } })) {
    expect([event]).toEqual(following.events);
    break;
  }
  expect(await florin.accounts.waitUntilFinal({ account_id })).toMatchObject({ status: "complete" });
});

type AnyMethod = (input: object) => Promise<unknown>;

/** Two lines of TypeScript: the input and the result, with the types of the method. */
async function callOnce(operation: Operation): Promise<readonly string[]> {
  const good = goodRequestOf(operation, context);
  if (good === undefined) throw new Error(`no valid request of ${operation.operationId} is known`);
  const florin = clientOf(context.actors.get(operation.operationId)?.token ?? context.token);
  const [resource, method] = methodOf(operation);
  const input = { ...good.params, ...good.query, ...(good.body as object | undefined) };
  const methods = florin as unknown as Readonly<Record<string, Readonly<Record<string, AnyMethod>>>>;
  const type = `Florin<"${florin.network}">["${resource}"]["${method}"]`;
  const result = await methods[resource]?.[method]?.(withFile(input)).then(
    (value) => ({ value, type: `Awaited<ReturnType<${type}>>` }),
    (cause: unknown) => {
      if (cause instanceof ApprovalRequiredError) return { value: cause.approval, type: "Api.Approval" };
      throw new Error(`${resource}.${method} failed`, { cause });
    },
  );
  const text = JSON.stringify(input).replace(/"file":"[^"]*"/, '"file":new Blob([])');
  return [
    `export const ${operation.operationId}Input: NonNullable<Parameters<${type}>[0]> = ${text};`,
    `export const ${operation.operationId}: ${result?.type} = ${JSON.stringify(result?.value)};`,
  ];
}

function methodOf({ method, path }: Operation): readonly [string, string] {
  for (const [resource, methods] of Object.entries(table)) {
    for (const [name, entry] of Object.entries(methods)) {
      if (entry.method === method && entry.path === path) return [resource, name];
    }
  }
  throw new Error(`${method} ${path} has no method`);
}

function withFile(input: Readonly<Record<string, unknown>>): object {
  return "file" in input ? { ...input, file: new Blob([String(input["file"])]) } : input;
}

/** A client for this token; the responses are validated. */
function clientOf(token: string): Florin<Network> {
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return createFlorin({
    network: claims.network as Network,
    baseUrl: api.baseUrl,
    credentials: { accessToken: () => token },
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const { pathname } = new URL(response.url);
      const { status, headers } = response;
      const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
      const text = isStream ? "" : await response.clone().text();
      api.check({ method: init?.method ?? "GET", path: decodeURIComponent(pathname), status, headers, text });
      return response;
    },
  });
}

function byText(left: string, right: string): number {
  return left < right ? -1 : 1;
}
