/** Node's module, which Bun, Deno and others also have. It is not imported, so that the package loads without it. */
export function nodeCrypto(): typeof import("node:crypto") {
  const found = globalThis.process?.getBuiltinModule?.("node:crypto");
  if (found === undefined) {
    throw new TypeError(
      "this runtime has no node:crypto: use verifyWebhookAsync, which needs WebCrypto only",
    );
  }
  return found;
}
