import { systemCause } from "../src/kernel/cause.ts";
import { createIdFactory } from "../src/kernel/id.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { createScimToken } from "../src/users/scim/tokens.ts";
import type { TestApi } from "./api.ts";

export interface ScimReply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: resources of several shapes
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any
  readonly type: string | null;
}

/** A token of a SCIM client. */
export async function createTestToken({ database }: TestApi, lifetimeMs = 60_000): Promise<string> {
  const deps = { database, clock: systemClock, newId: createIdFactory(systemClock) };
  const request = { name: "test", lifetimeMs, cause: systemCause("test") };
  return (await database.transaction((tx) => createScimToken(deps, tx, request))).token;
}

export async function sendScim(
  { baseUrl }: TestApi,
  bearer: string,
  {
    method,
    path,
    body,
    type = body === undefined ? undefined : "application/scim+json; charset=utf-8",
  }: {
    readonly method: string;
    readonly path: string;
    readonly body?: unknown;
    readonly type?: string | undefined;
  },
): Promise<ScimReply> {
  const response = await fetch(`${baseUrl}/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      accept: "application/scim+json",
      ...(type === undefined ? {} : { "content-type": type }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === "" ? undefined : JSON.parse(text),
    type: response.headers.get("content-type"),
  };
}

const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

export function patch(...operations: readonly object[]): object {
  return { schemas: [patchSchema], Operations: operations };
}
