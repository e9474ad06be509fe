import type { OpenWorkView } from "@florin/service/admin";
import type { Command } from "commander";
import { withAdmin } from "../admin-door.ts";
import { type JsonChoice, jsonOption, printList, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

export function addChainCommands(program: Command, surroundings: Surroundings): void {
  program
    .command("chains")
    .description("what is done on chains")
    .command("work")
    .description("count what is not at its end, by chain and by how far it is")
    .addOption(jsonOption())
    .action((options: JsonChoice) => work(surroundings, options));
}

async function work(surroundings: Surroundings, { json }: JsonChoice): Promise<void> {
  const items = await withAdmin(surroundings, "chains work", (door, admin) => door.listOpenWork(admin));
  printList(surroundings, {
    items: items.map(present),
    columns: ["network", "chain", "state", "count", "oldest_seconds"],
    asJson: json,
    noun: "kinds of open work",
    isComplete: true,
  });
}

function present({ network, chain, state, count, oldestSeconds }: OpenWorkView): Shown {
  return { network, chain, state, count, oldest_seconds: Math.round(oldestSeconds) };
}
