#!/usr/bin/env node
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// In a checkout, run the sources, so that the command is never older than the code. An installed package has only
// the build.
const sources = new URL("../src/main.ts", import.meta.url);

if (existsSync(sources)) {
  const { register } = await import("tsx/esm/api");
  register({ tsconfig: fileURLToPath(new URL("../../tsconfig.json", import.meta.url)) });
  await import(sources.href);
} else {
  await import(new URL("../dist/main.js", import.meta.url).href);
}
