import Type from "typebox";

/** An object with these properties and no others. */
export function strictObject<Properties extends Type.TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}
