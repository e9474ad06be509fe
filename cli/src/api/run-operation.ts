import type { CommandContext } from "../command-context.ts";
import { UnsuccessfulError } from "../failure.ts";
import { textOf } from "../json-fields.ts";
import { plainText } from "../output.ts";
import { type ApiClient, openClient, sendChange, withApiErrors } from "./client.ts";
import { readFields } from "./fields.ts";
import { guardMainnet } from "./mainnet.ts";
import { type ApiOperation, kebabCase, pathIds } from "./operation.ts";
import { formatOf, type OutputChoice, printResult } from "./print-result.ts";
import { transferTypeFinder } from "./transfer-type.ts";
import { isUnsuccessful, waitForResult } from "./wait.ts";

export interface OperationOptions extends OutputChoice {
  readonly profile?: string;
  readonly account?: string;
  readonly body?: string;
  readonly yes?: boolean;
  readonly idempotencyKey?: string;
  readonly wait?: boolean;
  /** Seconds. */
  readonly timeout?: number;
  readonly limit?: number;
  readonly after?: string;
  readonly before?: string;
  readonly all?: boolean;
}

export interface OperationInput {
  /** Ids of the path, in order. */
  readonly ids: readonly string[];
  /** Fields of the operation that were given as options, by name. */
  readonly texts: ReadonlyMap<string, string>;
  readonly options: OperationOptions;
}

const defaultTimeoutSeconds = 15 * 60;

/** Runs the command of one operation. */
export function runOperation(
  context: CommandContext,
  operation: ApiOperation,
  input: OperationInput,
): Promise<void> {
  const { signal } = context;
  const { options } = input;
  return withApiErrors(signal, async () => {
    const client = await openClient(context, { profile: options.profile });
    const command = `${kebabCase(operation.resource)} ${kebabCase(operation.method)}`;
    const change = operation.isWrite === true ? { command, isConfirmed: options.yes === true } : undefined;
    const request = await requestOf(context, client, operation, input);
    await guardMainnet(context, client, change);
    const result = await send(context, client, operation, request, options);
    const final =
      options.wait === true
        ? await waitForResult(context, client, operation, {
            result,
            accountId: await waitAccount(client, request, options),
            timeoutMs: (options.timeout ?? defaultTimeoutSeconds) * 1000,
          })
        : result;
    printResult(context, operation, final, formatOf(options));
    if (options.wait === true && isUnsuccessful(final)) {
      throw new UnsuccessfulError(`the status is ${plainText(textOf(final, "status"))}`);
    }
  });
}

type Request = Readonly<Record<string, unknown>>;

async function requestOf(
  context: CommandContext,
  client: ApiClient,
  operation: ApiOperation,
  { ids, texts, options }: OperationInput,
): Promise<Request> {
  const inAccount = operation.path.startsWith("/accounts/{account_id}/");
  const accountId = inAccount ? (options.account ?? (await client.accountId())) : "";
  const finder = transferTypeFinder(client, accountId, context.signal);
  const fields = await readFields(context, operation, { texts, body: options.body }, finder);
  const path = Object.fromEntries(pathIds(operation).map((name, place) => [name, ids[place]]));
  return { ...defaultsOf(operation), ...fields, ...path, ...(inAccount ? { account_id: accountId } : {}) };
}

/** A table of accounts needs more than their ids. */
function defaultsOf({ fields }: ApiOperation): Request {
  return fields.some(({ name, kind }) => name === "expand" && kind === "boolean") ? { expand: true } : {};
}

async function send(
  { signal }: CommandContext,
  client: ApiClient,
  operation: ApiOperation,
  request: Request,
  { limit, after, before, all, idempotencyKey }: OperationOptions,
): Promise<unknown> {
  const { resource, method, items = "", isPaged, isWrite } = operation;
  if (isWrite === true) {
    return sendChange(signal, idempotencyKey, (keyed) => client.call(resource, method, request, keyed));
  }
  if (isPaged !== true) return client.call(resource, method, request);
  const size = limit ?? (all === true ? maxPageSize : undefined);
  const page = Object.fromEntries(
    Object.entries({ size, after, before }).filter(([, value]) => value !== undefined),
  );
  const input = Object.keys(page).length === 0 ? request : { ...request, page };
  if (all !== true) return client.call(resource, method, input);
  return { [items]: await collect(client.pages(resource, method, input)) };
}

const maxPageSize = 100;

async function collect(pages: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const item of pages) found.push(item);
  return found;
}

/** The account whose events announce the result. */
async function waitAccount(
  client: ApiClient,
  request: Request,
  { account }: OperationOptions,
): Promise<string> {
  return account ?? textOf(request, "account_id") ?? (await client.accountId());
}
