import { expect, test } from "vitest";
import { undisclosedActions } from "../../audit/index.ts";
import type { HeldSubject } from "../held/held-subject.ts";

const heldTypes = ["transfer", "deposit", "payment"] as const satisfies readonly HeldSubject["type"][];

test.each(heldTypes)("members don't see operators' decisions on a held %s", (type) => {
  expect(undisclosedActions).toEqual(
    expect.arrayContaining([
      `${type}.request_release`,
      `${type}.approve_release`,
      `${type}.withdraw_release`,
    ]),
  );
});
