import Type from "typebox";
import { describe, expect, test } from "vitest";
import { inWords, strictObject } from "./schemas.ts";
import { createValidator, validationRefusal } from "./validation.ts";

const schema = strictObject({
  name: Type.String({ minLength: 1 }),
  size: Type.Optional(Type.Integer()),
  colour: Type.Optional(Type.Enum(["red", "blue"])),
  parts: Type.Optional(
    Type.Array(strictObject({ id: Type.String({ pattern: "^[a-z]+$" }) }), { maxItems: 50 }),
  ),
  code: Type.Optional(
    Type.String({ pattern: "^[A-Z]{3}$", maxLength: 3, ...inWords("three capital letters") }),
  ),
  labels: Type.Optional(
    Type.Array(Type.String({ maxLength: 9 }), { minItems: 1, maxItems: 4, uniqueItems: true }),
  ),
  share: Type.Optional(Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.5 })),
  above: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 10 })),
  at: Type.Optional(Type.String({ format: "date-time" })),
});
const validate = createValidator({ coerceTypes: false }).compile(schema);

function errorsFor(body: unknown) {
  if (validate(body)) return [];
  return validationRefusal(validate.errors ?? [], "body").errors;
}

describe("errors name the field by pointer", () => {
  test.each([
    [{}, "/name", "is required"],
    [{ name: "a", extra: 1 }, "/extra", "is not a known property"],
    [{ name: "a", "a/b~c": 1 }, "/(not shown)", "is not a known property"],
    [{ name: "a", "ssn 512-38-7694": 1 }, "/(not shown)", "is not a known property"],
    [{ name: "a", ["x".repeat(65)]: 1 }, "/(not shown)", "is not a known property"],
    [{ name: "a", parts: [{ id: "a", "Jane Doe": 1 }] }, "/parts/0/(not shown)", "is not a known property"],
    [{ name: 5 }, "/name", "must be string"],
    [{ name: "a", size: "5" }, "/size", "must be integer"],
    [{ name: "a", colour: "green" }, "/colour", "must be one of red, blue"],
    [{ name: "a", parts: [{ id: "a" }, { id: "5" }] }, "/parts/1/id", "does not match the documented format"],
    [{ name: "a", code: "abc" }, "/code", "must be three capital letters"],
    [{ name: "" }, "/name", "must not be empty"],
    [{ name: "a", labels: [] }, "/labels", "must not be empty"],
    [{ name: "a", labels: ["1", "2", "3", "4", "5"] }, "/labels", "must have at most 4 items"],
    [{ name: "a", labels: ["1", "2", "1"] }, "/labels/2", "must not appear more than once"],
    [{ name: "a", labels: ["0123456789"] }, "/labels/0", "must have at most 9 characters"],
    [{ name: "a", share: -1 }, "/share", "must be at least 0"],
    [{ name: "a", share: 101 }, "/share", "must be at most 100"],
    [{ name: "a", share: 0.3 }, "/share", "must be a multiple of 0.5"],
    [{ name: "a", above: 0 }, "/above", "must be more than 0"],
    [{ name: "a", above: 10 }, "/above", "must be less than 10"],
    [{ name: "a", at: "yesterday" }, "/at", "must be a valid date-time"],
    [{ name: "a", parts: [{}] }, "/parts/0/id", "is required"],
    [null, "", "must be object"],
    [[], "", "must be object"],
  ])("%j", (body, pointer, detail) => {
    expect(errorsFor(body)).toEqual([{ pointer, detail }]);
  });

  test("every error is returned, up to a limit", () => {
    expect(errorsFor({ size: 1.5, extra: 1 })?.map(({ pointer }) => pointer)).toEqual([
      "/name",
      "/extra",
      "/size",
    ]);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]));
    expect(errorsFor(many)).toHaveLength(20);
  });
});

test("a valid body is not modified", () => {
  const body = { name: "a", size: 3 };
  expect(errorsFor(body)).toEqual([]);
  expect(body).toEqual({ name: "a", size: 3 });
});
