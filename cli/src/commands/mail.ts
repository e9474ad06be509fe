import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import { optional, required } from "../command-options.ts";

export const mailCommands: CommandGroup = {
  name: "mail",
  description: "Manage emails to console users",
  commands: [
    listCommand("list", {
      description: "List emails of the last 30 days, newest first",
      options: [optional("--state <state>", "Filter by state: queued, sent, refused or dropped")],
      run: async (api, admin, filter) =>
        api.presentItems(await api.listMails(admin, filter), api.presentMail),
      noun: "emails",
      columns: "id kind state attempts created last_error",
    }),
    itemCommand("retry <id>", {
      description: "Send an email again that failed too often",
      run: async (api, admin, { id }) => {
        await api.retryMail(admin, id);
        return { retried: id };
      },
    }),
    itemCommand("test", {
      description: "Send a test email",
      options: [required("--to <email>", "Recipient")],
      run: async (api, admin, { to }) => ({ to, outcome: (await api.sendTestMail(admin, to)).outcome }),
    }),
  ],
};
