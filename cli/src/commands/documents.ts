import type { Command } from "commander";
import { withAdmin } from "../admin-door.ts";
import { type JsonChoice, jsonOption, printOne } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface FetchOptions extends JsonChoice {
  readonly out: string;
}

export function addDocumentCommands(program: Command, surroundings: Surroundings): void {
  const documents = program.command("documents").description("documents that customers have sent");
  documents
    .command("fetch <id>")
    .description("write a document to a file, decrypted and verified; the audit log keeps that you did")
    .requiredOption("--out <file>", "where to; a file that is there already is left alone")
    .addOption(jsonOption())
    .action((id: string, options: FetchOptions) => fetch(surroundings, id, options));
}

async function fetch(surroundings: Surroundings, id: string, { out, json }: FetchOptions): Promise<void> {
  const { documentKind, personLabel, contentType, sizeBytes, sha256 } = await withAdmin(
    surroundings,
    "documents fetch",
    (door, admin) => door.fetchDocument(admin, { id, path: out }),
  );
  const fetched = {
    id,
    document_kind: documentKind,
    person_label: personLabel ?? null,
    content_type: contentType,
    size_bytes: sizeBytes,
    sha256,
    out,
  };
  printOne(surroundings, fetched, { asJson: json });
}
