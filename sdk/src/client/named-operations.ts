import { operations } from "../generated/operations.ts";
import type { NamedOperation } from "./operation.ts";

/** The operations of a resource, by method. */
export function operationsNamed(resource: string): readonly (readonly [string, NamedOperation])[] {
  const entries = Object.entries(operations[resource] ?? {});
  return entries.map(([method, operation]) => [method, { ...operation, name: `${resource}.${method}` }]);
}

export function operationNamed(resource: string, method: string): NamedOperation {
  const [, operation] = operationsNamed(resource).find(([name]) => name === method) ?? [];
  if (operation === undefined) throw new TypeError(`there is no operation ${resource}.${method}`);
  return operation;
}
