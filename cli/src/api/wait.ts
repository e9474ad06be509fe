import { setTimeout as sleep } from "node:timers/promises";
import { TimeoutError } from "@florin/sdk";
import type { CommandContext } from "../command-context.ts";
import { InterruptedError, UnknownOutcomeError } from "../failure.ts";
import { textOf } from "../json-fields.ts";
import type { ApiClient } from "./client.ts";
import type { ApiOperation } from "./operation.ts";
import { waitable } from "./waitable.ts";

const pollMs = 500;
const tickMs = 1_000;

/** The resource once it is no longer pending. */
export async function waitForResult(
  context: CommandContext,
  client: ApiClient,
  operation: Pick<ApiOperation, "resource">,
  subject: { readonly result: unknown; readonly accountId: string; readonly timeoutMs: number },
): Promise<unknown> {
  const { resource } = operation;
  const { accountId, timeoutMs, result } = subject;
  const name = waitable[resource] ?? "";
  const id = textOf(result, name === "value_type" ? name : "id") ?? "";
  const input = { account_id: accountId, [name]: id };
  const isFinal = (value: unknown): boolean => textOf(value, "status") !== "pending";
  if (isFinal(result)) return result;
  const progress = showProgress(context, `${resource} ${id}`);
  try {
    if (resource in sdkWaits) return await client.call(resource, "waitUntilFinal", input, { timeoutMs });
    const endsAtMs = context.now() + timeoutMs;
    for (;;) {
      const current = await client.call(resource, "get", input);
      if (isFinal(current)) return current;
      if (context.now() >= endsAtMs) throw new TimeoutError(`waited ${timeoutMs} ms`);
      await sleep(pollMs, undefined, { signal: context.signal });
    }
  } catch (cause) {
    // It exists and continues, so its id must not be lost.
    const pending = `${resource} ${id} is still pending`;
    if (context.signal.aborted) throw new InterruptedError(`interrupted, ${pending}`, { cause });
    throw cause instanceof TimeoutError ? new UnknownOutcomeError(pending, { cause }) : cause;
  } finally {
    progress.end();
  }
}

/** Resources that the SDK waits for, by their events. */
const sdkWaits: Readonly<Record<string, true>> = { accounts: true, tokens: true, transfers: true };

/** Shows the seconds of a wait on a terminal, otherwise one line. */
function showProgress({ stderr, now }: CommandContext, subject: string): { end(): void } {
  if (stderr.terminalWidth === undefined) {
    stderr.write(`Waiting for ${subject}\n`);
    return { end: () => {} };
  }
  const startedAtMs = now();
  const draw = (): void =>
    stderr.write(`\r\u001b[KWaiting for ${subject}: ${Math.floor((now() - startedAtMs) / tickMs)} s`);
  draw();
  const timer = setInterval(draw, tickMs);
  return {
    end: () => {
      clearInterval(timer);
      stderr.write("\r\u001b[K");
    },
  };
}

const unsuccessful = new Set(["failed", "rejected", "canceled"]);

export function isUnsuccessful(result: unknown): boolean {
  return unsuccessful.has(textOf(result, "status") ?? "");
}
