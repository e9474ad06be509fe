import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { instantFromMs } from "../../kernel/instant.ts";
import { secretIdOf, signedHeaders } from "../message.ts";
import { signingOf } from "./read-deliveries.ts";

const message = { eventId: "e1", idempotencyKey: "k1", body: "{}", subject: undefined };
const sentAt = instantFromMs(1_700_000_000_000);
const [older, old, current] = [randomBytes(32), randomBytes(32), randomBytes(32)];

test("a signature is computed again while its secrets are in use, the current or the previous one", () => {
  const secretIds = [old, older].map(secretIdOf);
  const shown = signingOf({ message, sentAt, secretIds, known: [old, older] });
  expect(shown.headers).toEqual(signedHeaders(message, [old, older], sentAt));
  expect(shown.secrets.map(({ status }) => status)).toEqual(["current", "previous"]);
  const rotated = signingOf({ message, sentAt, secretIds: [secretIdOf(old)], known: [current, old] });
  expect(rotated.headers).toEqual(signedHeaders(message, [old], sentAt));
  expect(rotated.secrets).toEqual([{ id: secretIdOf(old), status: "previous" }]);
});

test("once one of its secrets was replaced, the signature is not shown", () => {
  const shown = signingOf({
    message,
    sentAt,
    secretIds: [old, older].map(secretIdOf),
    known: [current, old],
  });
  expect(shown).toEqual({
    sentAt,
    secrets: [
      { id: secretIdOf(old), status: "previous" },
      { id: secretIdOf(older), status: "replaced" },
    ],
    headers: undefined,
  });
});

test("the id of a secret reveals nothing of it, and differs between secrets", () => {
  expect(secretIdOf(current)).toMatch(/^[0-9a-f]{8}$/);
  expect(current.toString("hex")).not.toContain(secretIdOf(current));
  expect(secretIdOf(current)).not.toBe(secretIdOf(old));
});
