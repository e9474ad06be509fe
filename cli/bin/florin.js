#!/usr/bin/env node
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const urlOf = (path) => new URL(path, import.meta.url);
const sources = urlOf("../src/main.ts");
const bundler = urlOf("../../service/bundle.mjs");

// In a checkout, run the sources, so that the command is never older than the code. An installed package has only the
// build.
if (existsSync(sources)) await import((await bundleSources()) ?? (await loadSources()));
else await import(urlOf("../dist/main.js").href);

/** Undefined without the service, or where this user may not write. */
async function bundleSources() {
  if (!existsSync(bundler)) return undefined;
  const { bundle } = await import(bundler.href);
  try {
    return pathToFileURL(await bundle(fileURLToPath(sources))).href;
  } catch (error) {
    if (error.code !== "EACCES" && error.code !== "EROFS") throw error;
    return undefined;
  }
}

/** Several times slower. */
async function loadSources() {
  const { register } = await import("tsx/esm/api");
  register({ tsconfig: fileURLToPath(urlOf("../../tsconfig.json")) });
  return sources.href;
}
