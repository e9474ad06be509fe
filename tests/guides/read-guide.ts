/** One block of commands in a guide, and what the guide shows as their output. */
export interface GuideStep {
  /** Where the block begins in the document. */
  readonly line: number;
  readonly commands: string;
  /** Undefined when the guide shows none: such a block prints nothing. */
  readonly output: GuideOutput | undefined;
}

export interface GuideOutput {
  readonly language: "json" | "text";
  readonly text: string;
}

/**
 * The `sh` blocks of a guide in order, each with the `json` or `text` block that follows it. A `ts` block is an excerpt:
 * the tests of the file that it shows run it.
 */
export function readGuide(markdown: string): readonly GuideStep[] {
  const steps: GuideStep[] = [];
  for (const { language, text, line } of blocksOf(markdown)) {
    if (language === "ts") continue;
    const last = steps.at(-1);
    if (language === "sh") steps.push({ line, commands: text, output: undefined });
    else if (last === undefined || last.output !== undefined || !isOutput(language)) {
      throw new Error(`line ${line}: a block of ${language} follows no block of commands`);
    } else steps.splice(-1, 1, { ...last, output: { language, text } });
  }
  return steps;
}

interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language = "", 2: text = "", index }) => ({
      language,
      text,
      line: markdown.slice(0, index).split("\n").length,
    }),
  );
}

function isOutput(language: string): language is GuideOutput["language"] {
  return language === "json" || language === "text";
}
