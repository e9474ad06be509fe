import type { Arrow, DiagramNode } from "./diagram-source.ts";

export interface Box {
  /** Of its centre. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
}

interface Placed {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly width: number;
  readonly height: number;
}

const characterWidth = 7.2;
const padding = 28;
const lineHeight = 18;
const longestLine = 34;
const gap = 28;
/** Between two ranks, where the text of an arrow is. */
const rankGap = { LR: 96, TD: 56 };

/** Places the nodes in ranks: each node after all nodes that have an arrow to it. */
export function placeBoxes(
  nodes: readonly DiagramNode[],
  arrows: readonly Arrow[],
  direction: "LR" | "TD",
): Placed {
  const isDown = direction === "TD";
  const rows = ranked(nodes, arrows).map((row) => row.map(({ id, label }) => ({ id, ...sizeOf(label) })));
  const across = (size: Size): number => (isDown ? size.width : size.height);
  const along = (size: Size): number => (isDown ? size.height : size.width);
  const lengths = rows.map((row) => row.reduce((sum, size) => sum + across(size) + gap, -gap));
  const breadth = Math.max(...lengths);
  const boxes = new Map<string, Box>();
  let start = 2;
  rows.forEach((row, rank) => {
    const depth = Math.max(...row.map(along));
    let position = 2 + (breadth - (lengths[rank] ?? 0)) / 2;
    for (const { id, ...size } of row) {
      const [main, cross] = [start + depth / 2, position + across(size) / 2];
      boxes.set(id, { ...size, x: isDown ? cross : main, y: isDown ? main : cross });
      position += across(size) + gap;
    }
    start += depth + rankGap[direction];
  });
  const length = start - rankGap[direction] + 2;
  return { boxes, width: isDown ? breadth + 4 : length, height: isDown ? length : breadth + 4 };
}

type Size = Pick<Box, "width" | "height" | "lines">;

function sizeOf(label: string): Size {
  const lines = label.match(new RegExp(`.{1,${longestLine}}(?:\\s|$)`, "g"))?.map((line) => line.trim()) ?? [
    label,
  ];
  const width = Math.max(...lines.map(({ length }) => length)) * characterWidth + padding;
  return { lines, width, height: lines.length * lineHeight + padding - 6 };
}

/** The nodes by the longest way to each. An arrow back to an earlier node of a circle does not count. */
function ranked(
  nodes: readonly DiagramNode[],
  arrows: readonly Arrow[],
): readonly (readonly DiagramNode[])[] {
  const ids = nodes.map(({ id }) => id);
  const forward = arrows.filter(
    ({ from, to }) => ids.indexOf(from) < ids.indexOf(to) || !reachable(to, arrows).has(from),
  );
  const depthOf = (id: string): number =>
    Math.max(0, ...forward.filter(({ to }) => to === id).map(({ from }) => depthOf(from) + 1));
  const depths = new Map(ids.map((id) => [id, depthOf(id)]));
  const count = Math.max(...depths.values()) + 1;
  return Array.from({ length: count }, (_, depth) => nodes.filter(({ id }) => depths.get(id) === depth));
}

function reachable(start: string, arrows: readonly Arrow[]): ReadonlySet<string> {
  const found = new Set([start]);
  // A set also visits what is added meanwhile.
  for (const id of found) for (const { from, to } of arrows) if (from === id) found.add(to);
  return found;
}
