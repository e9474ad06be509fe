import Type from "typebox";
import { expect, test } from "vitest";
import { ShapeError, shapeOf } from "./shape.ts";

const named = shapeOf(Type.Object({ name: Type.String(), age: Type.Optional(Type.Integer()) }));

test("a value is taken as it is, with everything else that it has", () => {
  const value = { name: "Ann", more: 1 };
  expect(named.read(value)).toBe(value);
  expect(named.is({ name: "Ann", age: "7" })).toBe(false);
});

test("the error names the problem, and never repeats the value", () => {
  expect(() => named.read({ name: "Ann", age: "secret" })).toThrow(new ShapeError("/age must be integer"));
  expect(() => named.read("secret")).toThrow(new ShapeError("the value must be object"));
});
