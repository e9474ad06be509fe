import { existsSync, readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { XmlDocument, XmlValidateError, XsdValidator } from "libxml2-wasm";

/** Bank files and schemas that are not part of the project; tests that need them are skipped without them. */
export const fixturesFolder = new URL("../../../shared/fixtures/", import.meta.url);
export const hasFixtures = existsSync(fixturesFolder);

/** `ISO_SCHEMAS_DIR` may name a folder with the schemas of more versions, as downloaded from iso20022.org. */
const schemasFolder =
  process.env["ISO_SCHEMAS_DIR"] === undefined
    ? new URL("xsd/", fixturesFolder)
    : pathToFileURL(`${process.env["ISO_SCHEMAS_DIR"]}/`);

/** Names of the messages whose schema is available. */
export const schemaNames: ReadonlySet<string> = new Set(
  existsSync(schemasFolder) ? readdirSync(schemasFolder).map((file) => file.replace(/\.xsd$/, "")) : [],
);

/** Schema violations of a message; empty when it is valid. */
export function schemaFaults(name: string, bytes: Buffer): readonly string[] {
  const document = XmlDocument.fromBuffer(bytes);
  try {
    validatorOf(name).validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return error.details.map(({ line, message }) => `${line}: ${message.trim()}`);
  } finally {
    document.dispose();
  }
}

const validators = new Map<string, XsdValidator>();

/** Cached for the process: creating one takes longer than using it. */
function validatorOf(name: string): XsdValidator {
  const known = validators.get(name);
  if (known !== undefined) return known;
  const schema = XmlDocument.fromBuffer(readSchema(name));
  try {
    const validator = XsdValidator.fromDoc(schema);
    validators.set(name, validator);
    return validator;
  } finally {
    schema.dispose();
  }
}

export function readSchema(name: string): Buffer {
  return readFileSync(new URL(`${name}.xsd`, schemasFolder));
}
