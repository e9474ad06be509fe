import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { type JsonChoice, jsonOption, printOne, withSnakeCase } from "../output.ts";

interface FetchOptions extends JsonChoice {
  readonly out: string;
}

export function addDocumentCommands(program: Command, context: CommandContext): void {
  const documents = program.command("documents").description("Manage documents uploaded by customers");
  documents
    .command("fetch <id>")
    .description("Download a document, decrypted and verified; recorded in the audit log")
    .requiredOption("--out <file>", "Output file; an existing file is not overwritten")
    .addOption(jsonOption())
    .action((id: string, options: FetchOptions) => fetch(context, id, options));
}

async function fetch(context: CommandContext, id: string, { out, json }: FetchOptions): Promise<void> {
  const fetched = await withAdmin(context, "documents fetch", (api, admin) =>
    api.fetchDocument(admin, { id, path: out }),
  );
  printOne(context, withSnakeCase({ ...fetched, out }), { asJson: json });
}
