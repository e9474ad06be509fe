import type { CommandContext } from "../command-context.ts";

/** Colors, on a terminal only, and not with `NO_COLOR` (no-color.org). */
export interface Paint {
  status(text: string): string;
  /** Colors each status within a text. */
  words(text: string): string;
  warning(text: string): string;
}

const green = 32;
const yellow = 33;
const red = 31;

const colors: Readonly<Record<string, number>> = {
  complete: green,
  active: green,
  executed: green,
  approved: green,
  succeeded: green,
  pending: yellow,
  deploying: yellow,
  failed: red,
  rejected: red,
  canceled: red,
  disabled: red,
};

export function paintOf({ stdout, environment }: Pick<CommandContext, "stdout" | "environment">): Paint {
  const isPlain = stdout.terminalWidth === undefined || (environment["NO_COLOR"] ?? "") !== "";
  const paint = (text: string, color: number | undefined): string =>
    isPlain || color === undefined ? text : `\u001b[${color}m${text}\u001b[0m`;
  return {
    status: (text) => paint(text, colors[text]),
    words: (text) => text.replaceAll(/(?<= )[a-z]+(?= )/g, (word) => paint(word, colors[word])),
    warning: (text) => paint(text, red),
  };
}
