export type Shell = "bash" | "zsh" | "fish";

export interface Completion {
  /** Names of a command and its subcommand, such as `transfers create`; empty for `florin` alone. */
  readonly path: string;
  readonly words: readonly string[];
}

/** A script that completes the commands and options of `florin`. */
export function completionScript(shell: Shell, completions: readonly Completion[]): string {
  switch (shell) {
    case "bash":
      return `${bashFunction(completions)}complete -o default -F _florin florin\n`;
    case "zsh":
      return `#compdef florin\nautoload -Uz bashcompinit && bashcompinit\n${bashFunction(completions)}complete -o default -F _florin florin\n`;
    case "fish":
      return fishScript(completions);
  }
}

/** The words before the cursor that are commands select the words that can follow. */
function bashFunction(completions: readonly Completion[]): string {
  const cases = completions.map(({ path, words }) => `    "${path}") words="${words.join(" ")}" ;;\n`);
  return `_florin() {
  local path="" word words="" index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case " ${commandPaths(completions)} " in *" \${path:+$path/}$word "*) path="\${path:+$path/}$word" ;; esac
  done
  case "\${path//\\// }" in
${cases.join("")}  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
`;
}

function commandPaths(completions: readonly Completion[]): string {
  return completions.flatMap(({ path }) => (path === "" ? [] : [path.replaceAll(" ", "/")])).join(" ");
}

function fishScript(completions: readonly Completion[]): string {
  const lines = completions.flatMap(({ path, words }) => {
    const seen = path.split(" ").filter((name) => name !== "");
    const conditions = seen.map((name) => `__fish_seen_subcommand_from ${name}`);
    const following = words.filter((word) => !word.startsWith("-"));
    const unseen = following.length === 0 ? [] : [`not __fish_seen_subcommand_from ${following.join(" ")}`];
    const condition = [...conditions, ...unseen].join("; and ");
    return words.map((word) =>
      word.startsWith("-")
        ? `complete -c florin -n "${conditions.join("; and ") || "__fish_use_subcommand"}" -l ${word.slice(2)}\n`
        : `complete -c florin -f -n "${condition || "__fish_use_subcommand"}" -a ${word}\n`,
    );
  });
  return lines.join("");
}
