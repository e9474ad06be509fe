import { TimeoutError } from "@florin/sdk";
import { expect, test } from "vitest";
import type { CommandContext } from "../command-context.ts";
import { InterruptedError, UnknownOutcomeError } from "../failure.ts";
import type { ApiClient } from "./client.ts";
import { waitForResult } from "./wait.ts";

function contextAt(...times: readonly number[]): CommandContext {
  const remaining = [...times];
  const outlet = { terminalWidth: undefined, write: () => undefined };
  return {
    environment: {},
    stdout: outlet,
    stderr: outlet,
    ask: undefined,
    readInput: async () => "",
    now: () => remaining.shift() ?? 0,
    signal: new AbortController().signal,
  };
}

/** Each call returns the next status. */
function clientWith(statuses: readonly string[]) {
  const calls: (readonly [string, string, object])[] = [];
  const call: ApiClient["call"] = async (resource, method, input) => {
    calls.push([resource, method, input]);
    return { id: "m", status: statuses[calls.length - 1] };
  };
  return { client: { call } as ApiClient, calls };
}

const subject = { result: { id: "m", status: "pending" }, accountId: "a", timeoutMs: 60_000 };

test("a wait ends with the first status that is final, and not before", async () => {
  const { client, calls } = clientWith(["pending", "complete", "pending"]);
  const result = await waitForResult(contextAt(), client, { resource: "tokenMints" }, subject);
  expect(result).toEqual({ id: "m", status: "complete" });
  const request = ["tokenMints", "get", { account_id: "a", mint_id: "m" }];
  expect(calls).toEqual([request, request]);
});

test("of transfers, the SDK waits", async () => {
  const { client, calls } = clientWith(["failed"]);
  expect(await waitForResult(contextAt(), client, { resource: "transfers" }, subject)).toMatchObject({
    status: "failed",
  });
  expect(calls).toEqual([["transfers", "waitUntilFinal", { account_id: "a", transfer_id: "m" }]]);
});

test("a wait that takes too long is an unknown outcome", async () => {
  const { client } = clientWith(["pending", "pending"]);
  const waiting = waitForResult(contextAt(0, 60_000), client, { resource: "tokenMints" }, subject);
  await expect(waiting).rejects.toThrow("tokenMints m is still pending");
});

test("^C during a wait, or a wait of the SDK that takes too long, names what is still pending", async () => {
  const stop = new AbortController();
  const failing = (error: Error): ApiClient =>
    ({
      call: async () => {
        throw error;
      },
    }) as unknown as ApiClient;
  const transfers = { resource: "transfers" };
  const late = waitForResult(contextAt(), failing(new TimeoutError("took too long")), transfers, subject);
  await expect(late).rejects.toThrow(new UnknownOutcomeError("transfers m is still pending"));
  stop.abort();
  const context = { ...contextAt(), signal: stop.signal };
  const stopped = waitForResult(context, failing(new Error("aborted")), transfers, subject);
  await expect(stopped).rejects.toThrow(new InterruptedError("interrupted, transfers m is still pending"));
});
