export interface DiagramNode {
  readonly id: string;
  readonly label: string;
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly dashed: boolean;
}

interface Flowchart {
  readonly direction: "LR" | "TD";
  readonly nodes: readonly DiagramNode[];
  readonly arrows: readonly Arrow[];
}

interface Sequence {
  readonly participants: readonly DiagramNode[];
  readonly arrows: readonly Arrow[];
}

const end = String.raw`(\w+)(?:\["?([^\]"]+)"?\])?`;
const arrowLine = new RegExp(String.raw`^${end}\s*(-->|-\.->)(?:\|([^|]+)\|)?\s*${end}$`);
const textInArrow = /(-[-.]) (.+?) (-->|\.->)/;
const messageLine = /^(\w+)(-?->>)(\w+):\s*(.+)$/;

/** Lines such as `wire[Wire] -->|matched| transfer[Transfer]`; `-.->` is a dashed arrow. */
export function parseFlowchart(source: string): Flowchart {
  const [head = "", ...lines] = linesOf(source);
  const labels = new Map<string, string>();
  const learn = (id: string, label: string | undefined): void => {
    if (label !== undefined || !labels.has(id)) labels.set(id, label ?? id);
  };
  const arrows = lines.map((line) => {
    const [, from = "", fromLabel, kind, text = "", to = "", toLabel] =
      arrowLine.exec(line.replace(textInArrow, textBehindArrow)) ?? failOn(line);
    learn(from, fromLabel);
    learn(to, toLabel);
    return { from, to, text, dashed: kind === "-.->" };
  });
  return {
    direction: head.endsWith("LR") ? "LR" : "TD",
    nodes: [...labels].map(([id, label]) => ({ id, label })),
    arrows,
  };
}

/** Lines such as `participant bank as Bank` and `bank->>florin: Statement`; `-->>` is a dashed arrow. */
export function parseSequence(source: string): Sequence {
  const [, ...lines] = linesOf(source);
  const participants: DiagramNode[] = [];
  const arrows: Arrow[] = [];
  for (const line of lines) {
    const [, id, label] = /^participant (\w+)(?: as (.+))?$/.exec(line) ?? [];
    if (id !== undefined) {
      participants.push({ id, label: label ?? id });
      continue;
    }
    const [, from = "", kind, to = "", text = ""] = messageLine.exec(line) ?? failOn(line);
    arrows.push({ from, to, text, dashed: kind === "-->>" });
  }
  return { participants, arrows };
}

/** Mermaid has two forms: `a -- text --> b` is `a -->|text| b`. */
function textBehindArrow(_arrow: string, start: string, text: string): string {
  return `${start === "--" ? "-->" : "-.->"}|${text}|`;
}

function linesOf(source: string): readonly string[] {
  return source
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function failOn(line: string): never {
  throw new Error(`this line of a diagram can't be drawn: ${line}`);
}
