import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../..");
/** Does not exist. */
const virtualFile = join(root, "tests/sdk/virtual.ts");

/** Compiles lines of TypeScript that use the SDK's types, and returns what the compiler reports. */
export async function typeErrorsOf(lines: readonly string[]): Promise<readonly string[]> {
  const text = [`import type { Api, Florin } from "@florin/sdk";`, ...lines].join("\n");
  const config = ts.parseConfigFileTextToJson(
    "tsconfig.json",
    await readFile(join(root, "tsconfig.json"), "utf8"),
  );
  const { options } = ts.convertCompilerOptionsFromJson(config.config.compilerOptions, root);
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => path === virtualFile || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === virtualFile
      ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
      : getSourceFile.call(host, path, ...rest);
  const program = ts.createProgram([virtualFile], options, host);
  const source = program.getSourceFile(virtualFile);
  return program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => {
    const line = text.slice(0, start).split("\n").length;
    return `${text.split("\n")[line - 1]?.slice(0, 200)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}
