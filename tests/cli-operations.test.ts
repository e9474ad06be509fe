import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiOperation, flagOf, kebabCase, pathIds } from "../cli/src/api/operation.ts";
import { apiOperations } from "../cli/src/generated/operations.ts";
import { florin, type Outcome } from "../cli/test/operator.ts";
import openApi from "../openapi.json" with { type: "json" };
import type { OpenApiDocument } from "../service/src/http/openapi.ts";
import { startTestApi, type TestApi } from "../service/test/api.ts";
import { isLong } from "../service/test/scale.ts";
import { type CommandContext, prepareContext } from "./fuzz/context.ts";
import { goodRequestOf } from "./fuzz/good-request.ts";
import { type Operation, operationsOf } from "./fuzz/operations.ts";
import { webhookSettings } from "./fuzz/webhook-context.ts";

const documented = operationsOf(openApi as unknown as OpenApiDocument).filter(
  ({ accept }) => accept === undefined,
);
const masterKey = randomBytes(32);
const environment = { RATE_LIMIT: "off", NEW_ACCESS_HOURS: "0", TRUST_PROXY: "*", ...webhookSettings };

let api: TestApi;
let context: CommandContext;
let folder = "";

beforeAll(async () => {
  api = await startTestApi({ environment, masterKey });
  context = await prepareContext(api, masterKey);
  folder = await mkdtemp(join(tmpdir(), "florin-cli-operations-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await api.stop();
});

const needsApproval = 3;
/** One in ten, with one of each kind; `npm run test:long` has all. */
const sample = documented.filter(
  ({ operationId }, place) => isLong || place % 10 === 0 || operationId === "stageDocument",
);

test("every operation has a command", () => {
  const commands = new Set(apiOperations.map(({ verb, path }) => `${verb} ${path}`));
  expect(documented.filter(({ method, path }) => !commands.has(`${method} ${path}`))).toEqual([]);
});

test("a command sends its operation", async () => {
  const failures: string[] = [];
  for (const operation of sample) {
    const { exitCode, stdout, stderr } = await runOnce(operation);
    const isDone = exitCode === 0 || (exitCode === needsApproval && stderr.includes("approvals get"));
    if (!isDone) failures.push(`${operation.operationId}: ${exitCode} ${stderr}${stdout}`);
  }
  expect(failures).toEqual([]);
});

/** All fields of the request as options. */
async function runOnce(operation: Operation): Promise<Outcome> {
  const good = goodRequestOf(operation, context);
  const command = apiOperations.find(
    ({ verb, path }) => verb === operation.method && path === operation.path,
  );
  if (good === undefined || command === undefined) throw new Error(`${operation.operationId} has no command`);
  const token = context.actors.get(operation.operationId)?.token ?? context.token;
  const ids = pathIds(command).map((name) => String(good.params[name]));
  const account = command.path.startsWith("/accounts/{account_id}/")
    ? ["--account", String(good.params["account_id"])]
    : [];
  const { fields, rest } = await asOptions(command, { ...good.query, ...(good.body as object | undefined) });
  const body = Object.keys(rest).length === 0 ? [] : ["--body", JSON.stringify(rest)];
  const confirmed = command.isWrite === true ? ["--yes"] : [];
  return florin(
    [
      ...[command.resource, command.method].map(kebabCase),
      ...ids,
      ...account,
      ...fields,
      ...body,
      ...confirmed,
      "--json",
    ],
    { environment: { FLORIN_API: api.baseUrl, FLORIN_ACCESS_TOKEN: token } },
  );
}

/** Fields of the API that are options; the others, such as credentials of a client, are in the body. */
async function asOptions(command: ApiOperation, input: Readonly<Record<string, unknown>>) {
  const fields: string[] = [];
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const field = command.fields.find((candidate) => candidate.name === name);
    if (field === undefined && name.startsWith("page[")) continue;
    if (field === undefined || value === null) rest[name] = value;
    else if (field.kind === "file") {
      const path = join(folder, "document.pdf");
      await writeFile(path, textOf(value));
      fields.push(`--${flagOf(field)}`, path);
    } else {
      const isList = field.kind === "list";
      fields.push(`--${flagOf(field)}=${isList ? (value as readonly string[]).join(",") : textOf(value)}`);
    }
  }
  return { fields, rest };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
