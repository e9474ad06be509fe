import { fileURLToPath } from "node:url";
import { bundle as bundleOf } from "../bundle.mjs";

const bundles = new Map<string, Promise<string>>();

/** A program of this checkout bundled into JavaScript, for tests that start and kill many processes. */
export function bundle(program: URL): Promise<string> {
  const made = bundles.get(program.href) ?? bundleOf(fileURLToPath(program));
  bundles.set(program.href, made);
  return made;
}
