import Type from "typebox";
import { expect, test } from "vitest";
import { instantFromMs } from "../kernel/instant.ts";
import { usd } from "../kernel/money.ts";
import { present } from "./present.ts";
import { DateTimeSchema, nullableString } from "./schemas.ts";

const Schema = Type.Object({
  account_id: Type.String(),
  created_at: DateTimeSchema,
  revoked_at: nullableString({ format: "date-time" }),
  amount: Type.String(),
  line_2: nullableString(),
  parts: Type.Array(Type.Object({ size_bytes: Type.Integer() })),
  holder: Type.Union([Type.Null(), Type.Object({ tenant_id: Type.String() })]),
  payload: Type.Unknown(),
});

const value = {
  accountId: "a",
  createdAt: instantFromMs(0),
  revokedAt: undefined,
  amount: { units: 150n, asset: usd },
  line2: "second",
  parts: [{ sizeBytes: 7, secret: "hidden" }],
  holder: undefined,
  payload: { createdAt: 5 },
  secret: "hidden",
};

test("a value is presented with the members of its schema, and no others", () => {
  expect(present(Schema, value)).toEqual({
    account_id: "a",
    created_at: "1970-01-01T00:00:00.000Z",
    revoked_at: null,
    amount: "1.50",
    line_2: "second",
    parts: [{ size_bytes: 7 }],
    holder: null,
    payload: { createdAt: 5 },
  });
});

test("a member that may be null is presented by its schema when it is there", () => {
  const holder = { tenantId: "t" };
  expect(present(Schema, { ...value, holder, revokedAt: instantFromMs(1) })).toMatchObject({
    holder: { tenant_id: "t" },
    revoked_at: "1970-01-01T00:00:00.001Z",
  });
});
