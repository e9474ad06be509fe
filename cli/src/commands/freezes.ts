import type { AdminApi } from "../admin-api.ts";
import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import { network, reason, required } from "../command-options.ts";

const fields =
  "id network value_type tenant_id chain address status reason unfreeze_reason failure created updated";

export const freezeCommands: CommandGroup = {
  name: "freezes",
  description: "Manage frozen addresses, which can neither send nor receive a token",
  commands: [
    listCommand("list", {
      description: "List freezes of a network, newest first",
      options: [network],
      run: async (api, admin, input) =>
        api.presentItems(await api.listTokenFreezes(admin, input.network), (freeze) =>
          withChain(api, freeze),
        ),
      noun: "freezes",
      columns: "id value_type chain address status reason created",
      fields,
    }),
    itemCommand("create", {
      description: "Freeze an address for a token issued on this instance; a worker submits it on chain",
      options: [
        network,
        required("--value-type <code>", "Token"),
        required("--chain <chain>", "Chain"),
        required("--address <address>", "Address, in the chain's format"),
        reason,
      ],
      consequence: ({ valueType, chain, address }) =>
        `${address} can no longer send or receive ${valueType} on ${chain}.`,
      run: async (api, admin, order) => withChain(api, await api.freezeTokenAddress(admin, order)),
      fields,
    }),
    itemCommand("lift <id>", {
      description: "Unfreeze an address",
      options: [network, reason],
      consequence: ({ id }) =>
        `The address of freeze ${id} can send and receive again once the transaction is final.`,
      run: async (api, admin, input) => withChain(api, await api.unfreezeTokenAddress(admin, input)),
      fields,
    }),
  ],
};

function withChain(api: AdminApi, freeze: Parameters<AdminApi["presentFreeze"]>[0]) {
  const presented = api.presentFreeze(freeze);
  return { ...presented, chain: presented.transfer_type };
}
