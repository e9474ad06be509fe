import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import { network, reason, required } from "../command-options.ts";

export const paymentCommands: CommandGroup = {
  name: "payments",
  description: "Manage incoming and outgoing bank payments",
  commands: [
    listCommand("list", {
      description: "List payments of all accounts, newest first",
      options: [network],
      run: async (api, admin, input) =>
        api.presentItems(await api.listPayments(admin, input), api.presentPayment),
      noun: "payments",
      columns: "id direction type amount status owner held_reason created",
    }),
    itemCommand("show <id>", {
      description: "Show a payment with its sender's name; recorded in the audit log",
      run: async (api, admin, { id }) => api.presentWholePayment(await api.showPayment(admin, id)),
    }),
    listCommand("suspense", {
      description: "List incoming payments in suspense, oldest first",
      run: async (api, admin) => api.presentItems(await api.listSuspense(admin), api.presentPayment),
      noun: "payments in suspense",
      columns: "id network type amount held_reason held_note account_id return_id held_since",
    }),
    itemCommand("match <id>", {
      description: "Match a payment in suspense to its owner",
      options: [
        required("--to <owner/id>", "transfers/<id>, automations/<id> or treasury/<managing account>"),
        reason,
      ],
      consequence: ({ id, to }) => `Payment ${id} is credited to ${to} immediately.`,
      run: async (api, admin, input) => api.presentPayment(await api.matchPayment(admin, input)),
    }),
    itemCommand("return <id>", {
      description: "Return a payment in suspense to its sender",
      options: [
        required(
          "--code <code>",
          "ISO 20022 return reason code: AC01, AC04, AC06, AM09, BE01, CUST, NARR, RR04",
        ),
        reason,
      ],
      consequence: ({ id }) => `Payment ${id} is returned to its sender.`,
      run: async (api, admin, input) => api.presentPayment(await api.returnHeldPayment(admin, input)),
    }),
  ],
};
