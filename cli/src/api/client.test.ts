import { expect, test } from "vitest";
import { InterruptedError } from "../failure.ts";
import { sendChange, withApiErrors } from "./client.ts";

test("^C after a change was sent prints the key that it was sent with", async () => {
  const stop = new AbortController();
  let sent = "";
  const change = withApiErrors(stop.signal, () =>
    sendChange(stop.signal, undefined, async ({ idempotencyKey }) => {
      sent = idempotencyKey;
      stop.abort();
      stop.signal.throwIfAborted();
    }),
  );
  const error = await change.catch((caught: unknown) => caught);
  expect(sent).not.toBe("");
  expect(error).toEqual(
    new InterruptedError(
      `interrupted, the outcome is unknown; to repeat it safely: --idempotency-key ${sent}`,
    ),
  );
});

test("a given key is sent", async () => {
  const { signal } = new AbortController();
  expect(await sendChange(signal, "mine", async ({ idempotencyKey }) => idempotencyKey)).toBe("mine");
});
