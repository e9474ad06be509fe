import { Argument, type Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { type Completion, completionScript, type Shell } from "../completion-script.ts";

const help = `
Examples:
  source <(florin completion bash)
  florin completion zsh > "\${fpath[1]}/_florin"
  florin completion fish > ~/.config/fish/completions/florin.fish
`;

export function addCompletionCommand(program: Command, { stdout }: CommandContext): void {
  program
    .command("completion")
    .description("Print a script that completes commands and options in a shell")
    .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish"]))
    .addHelpText("after", help)
    .action((shell: Shell) => stdout.write(completionScript(shell, [...completionsOf(program, "")])));
}

/** The words that can follow each command. */
function* completionsOf(command: Command, path: string): Generator<Completion> {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((child) => child.name() !== "help");
  const options = help.visibleOptions(command).flatMap(({ long }) => (long === undefined ? [] : [long]));
  yield { path, words: [...commands.map((child) => child.name()), ...options] };
  for (const child of commands) yield* completionsOf(child, `${path} ${child.name()}`.trim());
}
