import fc from "fast-check";
import { expect, test } from "vitest";
import type { Actor, Cause } from "../../kernel/cause.ts";
import type { PersonId } from "../../kernel/id.ts";
import { decideMemberChange } from "../members/change-member.ts";
import { decideChange } from "./change-operator.ts";

const people = ["A", "B", "C"].map((letter) => letter.repeat(26) as PersonId);
const anyPerson = fc.constantFrom(...people);
const anyActor: fc.Arbitrary<Actor> = fc.oneof(
  anyPerson.map((id) => ({ type: "person", id }) as const),
  fc.constant({ type: "operator", name: "at the command line" } as const),
);
const anyChange = fc.record({
  personId: anyPerson,
  cause: anyActor.map((actor): Cause => ({ actor, requestId: undefined })),
  admins: fc.uniqueArray(anyPerson),
  keepsAdmin: fc.boolean(),
});

test("somebody who can change who runs the service is always left, and nobody changes themselves", () => {
  fc.assert(
    fc.property(anyChange, (change) => {
      const refusal = decideChange(change);
      const { personId, admins, keepsAdmin, cause } = change;
      const isSelf = cause.actor.type === "person" && cause.actor.id === personId;
      const left = keepsAdmin ? admins : admins.filter((id) => id !== personId);
      const leavesNone = admins.length > 0 && left.length === 0;
      expect(refusal?.code).toBe(isSelf ? "not_permitted" : leavesNone ? "conflict" : undefined);
    }),
  );
});

test("a tenant keeps an admin too, unless those who run the service say otherwise", () => {
  fc.assert(
    fc.property(anyChange, fc.boolean(), (change, byOperator) => {
      const onPlatform = decideChange(change)?.code;
      const inTenant = decideMemberChange({ ...change, byOperator })?.code;
      expect(inTenant).toBe(byOperator && onPlatform === "conflict" ? undefined : onPlatform);
    }),
  );
});
