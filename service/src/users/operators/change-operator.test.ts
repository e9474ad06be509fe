import fc from "fast-check";
import { expect, test } from "vitest";
import type { Actor, Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { decideMemberChange } from "../members/change-member.ts";
import { decideChange } from "./change-operator.ts";

const users = ["A", "B", "C"].map((letter) => letter.repeat(26) as UserId);
const anyUser = fc.constantFrom(...users);
const anyActor: fc.Arbitrary<Actor> = fc.oneof(
  anyUser.map((id) => ({ type: "user", id }) as const),
  fc.constant({ type: "operator", name: "at the command line" } as const),
);
const anyChange = fc.record({
  userId: anyUser,
  cause: anyActor.map((actor): Cause => ({ actor, requestId: undefined })),
  admins: fc.uniqueArray(anyUser),
  keepsAdmin: fc.boolean(),
});

test("an active operator admin always remains, and users cannot change their own access", () => {
  fc.assert(
    fc.property(anyChange, (change) => {
      const refusal = decideChange(change);
      const { userId, admins, keepsAdmin, cause } = change;
      const isSelf = cause.actor.type === "user" && cause.actor.id === userId;
      const left = keepsAdmin ? admins : admins.filter((id) => id !== userId);
      const leavesNone = admins.length > 0 && left.length === 0;
      expect(refusal?.code).toBe(isSelf ? "not_permitted" : leavesNone ? "conflict" : undefined);
    }),
  );
});

test("a tenant keeps an admin, unless an operator decides otherwise", () => {
  fc.assert(
    fc.property(anyChange, fc.boolean(), (change, byOperator) => {
      const onPlatform = decideChange(change)?.code;
      const inTenant = decideMemberChange({ ...change, byOperator })?.code;
      expect(inTenant).toBe(byOperator && onPlatform === "conflict" ? undefined : onPlatform);
    }),
  );
});
