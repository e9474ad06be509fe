import type { AdminApi } from "../admin-api.ts";
import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import { reason } from "../command-options.ts";
import { type Shown, shown } from "../output.ts";

export const transferCommands: CommandGroup = {
  name: "transfers",
  description: "Manage transfers that need manual action",
  commands: [
    listCommand("held", {
      description: "List transfers held because of a sanctions match, oldest first",
      run: async (api, admin) =>
        api.presentItems(await api.listHeldTransfers(admin), api.presentOperatorTransfer),
      noun: "held transfers",
      columns: "id network flow amount currency held_end hits account_id created",
      view: withShortEnds,
    }),
    itemCommand("release <id>", {
      description: "Release a held transfer",
      options: [reason],
      consequence: ({ id }) => `Transfer ${id} continues immediately.`,
      run: async (api, admin, input) =>
        api.presentOperatorTransfer(await api.releaseHeldTransfer(admin, input)),
      view: withShortEnds,
    }),
    itemCommand("reject <id>", {
      description: "Reject a held transfer; it fails",
      options: [reason],
      consequence: ({ id }) => `Transfer ${id} fails permanently. Funds received for it move to suspense.`,
      run: async (api, admin, input) =>
        api.presentOperatorTransfer(await api.rejectHeldTransfer(admin, input)),
      view: withShortEnds,
    }),
    listCommand("failed-refunds", {
      description: "List failed transfers whose tokens could not be refunded, oldest first",
      run: async (api, admin) =>
        api.presentItems(await api.listFailedRefunds(admin), api.presentOperatorTransfer),
      noun: "failed refunds",
      columns: "id network flow amount currency source failure_type account_id updated",
      view: withShortEnds,
    }),
    itemCommand("retry-refund <id>", {
      description: "Retry the refund of a failed transfer",
      consequence: ({ id }) => `The tokens of transfer ${id} are refunded to the source.`,
      run: async (api, admin, { id }) => api.presentOperatorTransfer(await api.retryRefund(admin, id)),
      view: withShortEnds,
    }),
    itemCommand("show <id>", {
      description: "Show a transfer with its payments, chain operations and postings",
      run: async (api, admin, { id }) => api.presentWholeTransfer(await api.showTransfer(admin, id)),
      view: (transfer, asJson) =>
        asJson
          ? shown(transfer)
          : {
              ...withShortEnds(transfer, asJson),
              payments: transfer.payments.map(lineOf),
              works: transfer.works.map(lineOf),
            },
      tables: { postings: "at key type account amount" },
    }),
  ],
};

type Ends = Pick<ReturnType<AdminApi["presentOperatorTransfer"]>, "source" | "destination">;

/** As text, an end is its chain or rail and its currency. */
function withShortEnds(transfer: Ends, asJson: boolean): Shown {
  const { source, destination } = transfer;
  return shown(
    asJson ? transfer : { ...transfer, source: endText(source), destination: endText(destination) },
  );
}

function endText({ transfer_type, value_type }: Ends["source"]): string {
  return `${transfer_type} ${value_type}`;
}

function lineOf(part: object): string {
  return Object.values(part)
    .filter((value) => value !== null)
    .join(" ");
}
