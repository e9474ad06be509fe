import { type CommandGroup, itemCommand } from "../admin-command.ts";
import { required } from "../command-options.ts";
import { withSnakeCase } from "../output.ts";

export const documentCommands: CommandGroup = {
  name: "documents",
  description: "Manage documents uploaded by customers",
  commands: [
    itemCommand("fetch <id>", {
      description: "Download a document, decrypted and verified; recorded in the audit log",
      options: [required("--out <file>", "Output file; an existing file is not overwritten")],
      run: async (api, admin, { id, out }) => ({
        ...(await api.fetchDocument(admin, { id, path: out })),
        out,
      }),
      view: withSnakeCase,
    }),
  ],
};
