import { expect, test } from "vitest";
import type { HeldSubject } from "../held/held-subject.ts";
import { undisclosedActions } from "./audit-disclosure.ts";

const heldTypes = ["transfer", "deposit", "payment"] as const satisfies readonly HeldSubject["type"][];

test.each(heldTypes)("a tenant is not told what people do about a held %s", (type) => {
  expect(undisclosedActions).toEqual(
    expect.arrayContaining([
      `${type}.request_release`,
      `${type}.approve_release`,
      `${type}.withdraw_release`,
    ]),
  );
});
