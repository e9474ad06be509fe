import Type from "typebox";
import { describe, expect, test } from "vitest";
import { strictObject } from "./schemas.ts";
import { createValidator, validationRefusal } from "./validation.ts";

const schema = strictObject({
  name: Type.String({ minLength: 1 }),
  size: Type.Optional(Type.Integer()),
  colour: Type.Optional(Type.Enum(["red", "blue"])),
  parts: Type.Optional(
    Type.Array(strictObject({ id: Type.String({ pattern: "^[a-z]+$" }) }), { maxItems: 50 }),
  ),
});
const validate = createValidator({ coerceTypes: false }).compile(schema);

function errorsFor(body: unknown) {
  if (validate(body)) return [];
  return validationRefusal(validate.errors ?? [], "body").errors;
}

describe("what is wrong is named by pointer", () => {
  test.each([
    [{}, "/name", "is required"],
    [{ name: "a", extra: 1 }, "/extra", "is not a known property"],
    [{ name: "a", "a/b~c": 1 }, "/a~1b~0c", "is not a known property"],
    [{ name: 5 }, "/name", "must be string"],
    [{ name: "a", size: "5" }, "/size", "must be integer"],
    [{ name: "a", colour: "green" }, "/colour", "must be one of red, blue"],
    [{ name: "a", parts: [{ id: "a" }, { id: "5" }] }, "/parts/1/id", "must match ^[a-z]+$"],
    [{ name: "a", parts: [{}] }, "/parts/0/id", "is required"],
    [null, "", "must be object"],
    [[], "", "must be object"],
  ])("%j", (body, pointer, detail) => {
    expect(errorsFor(body)).toEqual([{ pointer, detail }]);
  });

  test("every mistake is listed, up to a bound", () => {
    expect(errorsFor({ size: 1.5, extra: 1 })?.map(({ pointer }) => pointer)).toEqual([
      "/name",
      "/extra",
      "/size",
    ]);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]));
    expect(errorsFor(many)).toHaveLength(20);
  });
});

test("a valid body is left exactly as it came", () => {
  const body = { name: "a", size: 3 };
  expect(errorsFor(body)).toEqual([]);
  expect(body).toEqual({ name: "a", size: 3 });
});
