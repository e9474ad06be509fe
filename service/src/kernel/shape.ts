import type { Static, TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";

/** A value from outside the process that does not have the expected shape. */
export class ShapeError extends Error {
  override readonly name = "ShapeError";
}

/** Reads values of one shape. A value is taken as it is: nothing is coerced, dropped or defaulted. */
export interface Shape<Value> {
  is(value: unknown): value is Value;
  /** Throws a `ShapeError` that names the first problem, and never repeats the value. */
  read(value: unknown): Value;
}

/** The schema is compiled when the first value is read. */
export function shapeOf<Schema extends TSchema>(schema: Schema): Shape<Static<Schema>> {
  let compiled: Validator | undefined;
  const validator = (): Validator => {
    compiled ??= Compile(schema);
    return compiled;
  };
  const is = (value: unknown): value is Static<Schema> => validator().Check(value);
  return {
    is,
    read: (value) => {
      if (is(value)) return value;
      const [{ instancePath, message } = { instancePath: "", message: "is invalid" }] =
        validator().Errors(value);
      throw new ShapeError(`${instancePath === "" ? "the value" : instancePath} ${message}`);
    },
  };
}
