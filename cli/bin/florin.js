#!/usr/bin/env node
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// In a checkout the sources run as they are, so that the command is never older than they; a package that was built
// and installed has no sources, and runs what was built.
const sources = new URL("../src/main.ts", import.meta.url);

if (existsSync(sources)) {
  const { register } = await import("tsx/esm/api");
  register({ tsconfig: fileURLToPath(new URL("../../tsconfig.json", import.meta.url)) });
  await import(sources.href);
} else {
  await import(new URL("../dist/main.js", import.meta.url).href);
}
