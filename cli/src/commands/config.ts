import { useAdminApi } from "../admin-api.ts";
import { type CommandGroup, command } from "../admin-command.ts";
import { json } from "../command-options.ts";
import { printOne, withSnakeCase } from "../output.ts";

export const configCommands: CommandGroup = {
  name: "config",
  description: "Inspect the service's settings",
  commands: [
    command("check", {
      description: "Validate the settings in the environment and list all problems",
      options: [json],
      run: async ({ context, input }) => {
        const view = await useAdminApi(async (api) => api.checkConfig(context.environment));
        printOne(context, withSnakeCase(view), { asJson: input.json });
      },
    }),
  ],
};
