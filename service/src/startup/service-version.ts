import { readFileSync } from "node:fs";
import Type from "typebox";
import { shapeOf } from "../kernel/shape.ts";

const manifest = shapeOf(Type.Object({ version: Type.String() }));

/** The version in this package's package.json. */
export function serviceVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return manifest.read(JSON.parse(text)).version;
}
