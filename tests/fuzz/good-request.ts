import type { CommandContext } from "./context.ts";
import type { GoodRequest } from "./good-requests.ts";
import type { Operation } from "./operations.ts";

/** Undefined where the operation requires a body and none is known. */
export function goodRequestOf(operation: Operation, context: CommandContext): GoodRequest | undefined {
  const { operationId, bodies, parameters } = operation;
  const { good, actors, known } = context;
  const { params: reported = {}, query = {}, body = bodies[0]?.example } = good[operationId] ?? {};
  if (bodies.length > 0 && body === undefined) return undefined;
  const accountId = actors.get(operationId)?.accountId;
  const ofActor: Readonly<Record<string, string>> = accountId === undefined ? {} : { account_id: accountId };
  const textFor = (name: string): string => reported[name] ?? ofActor[name] ?? known[name]?.[0] ?? "";
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const params = Object.fromEntries(inPath.map(({ name }) => [name, textFor(name)]));
  return { params, query, ...(bodies.length > 0 ? { body } : {}) };
}
