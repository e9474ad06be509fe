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

/** A language of the tabs of a guide, besides `curl`. */
export type OtherTab = "TypeScript" | "CLI";

/**
 * The `sh` blocks of a guide in order, each with the `json` or `text` block that follows it. In a group of tabs it is
 * the `curl` tab. A `ts` block is a tab, see `readTabs`, or an excerpt: the tests of the file that it shows run it. A
 * `console` block is a recorded session, which `tests/cli-trigger.test.ts` replays; a `mermaid` block is a diagram.
 */
export function readGuide(markdown: string): readonly GuideStep[] {
  const steps: GuideStep[] = [];
  for (const { language, tab, text, line } of blocksOf(markdown)) {
    if (["ts", "console", "mermaid"].includes(language) || tab === "CLI") continue;
    const last = steps.at(-1);
    if (language === "sh") steps.push({ line, commands: text, output: undefined });
    else if (last === undefined || last.output !== undefined || !isOutput(language)) {
      throw new Error(`line ${line}: a block of ${language} follows no block of commands`);
    } else steps.splice(-1, 1, { ...last, output: { language, text } });
  }
  return steps;
}

/**
 * The tabs of a guide in another language in order: together a program or a script. A tab prints what the `curl` tab
 * prints: the block that follows the group.
 */
export function readTabs(markdown: string, name: OtherTab): readonly GuideStep[] {
  const steps: GuideStep[] = [];
  let isOpen = false;
  for (const { language, tab, text, line } of blocksOf(markdown)) {
    const last = steps.at(-1);
    if (tab === name) {
      steps.push({ line, commands: text, output: undefined });
      isOpen = true;
    } else if (tab === "curl") {
      // The first tab of the next group.
      isOpen = false;
    } else if (tab === undefined) {
      if (isOpen && last !== undefined && isOutput(language))
        steps.splice(-1, 1, { ...last, output: { language, text } });
      isOpen = false;
    }
  }
  return steps;
}

interface Block {
  readonly language: string;
  /** Its name in a group of tabs. */
  readonly tab: string | undefined;
  readonly text: string;
  readonly line: number;
}

function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^```(\w*)(?: \[(\w+)\])?\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language = "", 2: tab, 3: text = "", index }) => ({
      language,
      tab,
      text,
      line: markdown.slice(0, index).split("\n").length,
    }),
  );
}

function isOutput(language: string): language is GuideOutput["language"] {
  return language === "json" || language === "text";
}
