import type { Command } from "commander";
import { useDoor } from "../admin-door.ts";
import { type JsonChoice, jsonOption, printOne } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

export function addConfigCommands(program: Command, surroundings: Surroundings): void {
  program
    .command("config")
    .description("the settings that the service reads from the environment")
    .command("check")
    .description("read the environment as the service would, and list every problem")
    .addOption(jsonOption())
    .action(({ json }: JsonChoice) => check(surroundings, json));
}

async function check(surroundings: Surroundings, asJson: boolean): Promise<void> {
  const view = await useDoor(async (door) => door.checkConfig(surroundings.environment));
  const { profile, roles, listensOn, baseUrl, authUrl, database, dataFolder, masterKey } = view;
  const shown = {
    profile,
    roles,
    listens_on: listensOn,
    base_url: baseUrl,
    auth_url: authUrl,
    database,
    data_folder: dataFolder,
    master_key: masterKey,
  };
  printOne(surroundings, shown, { asJson });
}
