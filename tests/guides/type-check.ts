import { join } from "node:path";
import ts from "typescript";
import type { GuideStep } from "./read-guide.ts";

const checkout = join(import.meta.dirname, "../..");

/** As in a new project of a reader: strict. `@florin/sdk` is the source of the SDK. */
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  types: ["node"],
  typeRoots: [join(checkout, "node_modules/@types")],
  paths: { "@florin/sdk": [join(checkout, "sdk/src/index.ts")] },
};

/** The type errors of the programs of guides, as `<guide>: <message>`. */
export function typeErrorsOf(programs: ReadonlyMap<string, readonly GuideStep[]>): readonly string[] {
  const sources = new Map(
    [...programs].map(([name, steps], index) => [
      join(checkout, `tests/guides/program-${index}.mts`),
      { name, text: steps.map(({ commands }) => commands).join("\n") },
    ]),
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.readFile = (path) => sources.get(path)?.text ?? readFile(path);
  host.getSourceFile = (path, language, ...rest) => {
    const text = sources.get(path)?.text;
    return text === undefined
      ? getSourceFile(path, language, ...rest)
      : ts.createSourceFile(path, text, language);
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  return [...sources].flatMap(([path, { name }]) => {
    const file = program.getSourceFile(path);
    const found = file === undefined ? [] : ts.getPreEmitDiagnostics(program, file);
    return found.map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
  });
}
