import type { AdminApi } from "../admin-api.ts";
import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import { networkFilter, oneOf, optional, required } from "../command-options.ts";
import { type Shown, shown } from "../output.ts";

export const bankCommands: CommandGroup = {
  name: "bank",
  description: "Manage bank files and the items that need manual action",
  commands: [
    listCommand("files", {
      description: "List outbound and inbound bank files, newest first",
      options: [
        networkFilter,
        oneOf("--direction <direction>", "Filter by direction", ["out", "in"]),
        oneOf("--state <state>", "Filter by state", ["stored", "sent", "read", "quarantined", "duplicate"]),
      ],
      run: async (api, admin, filter) =>
        api.presentItems(await api.listBankFiles(admin, filter), (file) => api.presentBankFile(file)),
      noun: "bank files",
      columns: "id network direction name state size_bytes created",
      view: shownFile,
    }),
    itemCommand("show <file>", {
      description: "Show a bank file with its problems and the items that need manual action",
      options: [optional("--out <file>", "Write the decrypted content to a file; recorded in the audit log")],
      run: async (api, admin, { file: id, out }) => {
        if (out !== undefined) await api.saveBankFile(admin, { id, path: out });
        const { file, items } = await api.showBankFile(admin, id);
        const raised = items.map((item) => shown(api.presentBankItem(item)));
        return { ...shownFile(api.presentBankFile(file)), items: raised, ...(out && { out }) };
      },
    }),
    itemCommand("reread <file>", {
      description: "Reprocess a quarantined file on a running node",
      run: async (api, admin, { file }) => api.presentBankFile(await api.rereadBankFile(admin, file)),
      view: shownFile,
    }),
    itemCommand("requeue <file>", {
      description: "Resend a file that the bank never received",
      consequence: ({ file }) =>
        `File ${file} is sent again. If the bank already has it, it must reject the duplicate.`,
      run: async (api, admin, { file }) => api.presentBankFile(await api.requeueBankFile(admin, file)),
      view: shownFile,
    }),
    listCommand("items", {
      description: "List bank items that need manual action, oldest first",
      run: async (api, admin) => api.presentItems(await api.listBankItems(admin), api.presentBankItem),
      noun: "open items",
      columns: "id network kind amount reference detail created",
    }),
    itemCommand("credit <item>", {
      description:
        "Credit a payment that was reported under a second reference, because it is a separate one",
      options: [required("--note <text>", "Why it is a separate payment")],
      consequence: ({ item }) =>
        `The payment of item ${item} is credited, although its references are known.`,
      run: async (api, admin, { item: id, note }) =>
        api.presentBankItem(await api.creditBankItem(admin, { id, note })),
    }),
    itemCommand("done <item>", {
      description: "Mark an item as resolved",
      options: [required("--note <text>", "How the item was resolved")],
      run: async (api, admin, { item: id, note }) =>
        api.presentBankItem(await api.finishBankItem(admin, { id, note })),
    }),
  ],
};

/** A problem is one text, such as `12:5 batch-hash: …`. */
function shownFile(file: ReturnType<AdminApi["presentBankFile"]>): Shown {
  const problems = file.problems.map(
    ({ line, column, rule, detail }) => `${line}:${column} ${rule}: ${detail}`,
  );
  return shown(
    { ...file, problems },
    "id network direction name state sha256 size_bytes duplicate_of problems created",
  );
}
