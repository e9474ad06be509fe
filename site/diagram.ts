import { type Arrow, type DiagramNode, parseFlowchart, parseSequence } from "./diagram-source.ts";
import { type Box, placeBoxes } from "./place-boxes.ts";

const characterWidth = 7.2;
const columnWidth = 190;
const rowHeight = 46;
const headHeight = 36;
const leastWidth = 600;

const line = "style='stroke:var(--vp-c-text-2);fill:none' stroke-width='1.4'";
const boxStyle = "style='fill:var(--vp-c-bg-soft);stroke:var(--vp-c-divider)' stroke-width='1.2'";

/** Draws a Mermaid diagram as SVG in the page. It supports what our pages use: `flowchart` and `sequenceDiagram`. */
export function renderDiagram(source: string): string {
  const [kind = ""] = source.trim().split(/\s/);
  if (kind === "sequenceDiagram") return drawSequence(source);
  if (kind === "flowchart") return drawFlowchart(source);
  throw new Error(`a diagram of kind ${kind} can't be drawn`);
}

function drawFlowchart(source: string): string {
  const { direction, nodes, arrows } = parseFlowchart(source);
  const { boxes, width, height } = placeBoxes(nodes, arrows, direction);
  const connections = arrows.map((arrow) => {
    const [from, to] = [boxes.get(arrow.from), boxes.get(arrow.to)];
    return from === undefined || to === undefined ? "" : connection(from, to, arrow);
  });
  const shapes = [...boxes.values()].map(box);
  return svg({ width, height }, [...connections, ...shapes], labelOf(nodes, arrows));
}

function connection(from: Box, to: Box, { text, dashed }: Arrow): string {
  const [start, end] = [border(from, to), border(to, from)];
  const [x, y] = [(start.x + end.x) / 2, (start.y + end.y) / 2];
  const dashes = dashed ? " stroke-dasharray='5 4'" : "";
  const path = `<path d='M${round(start.x)} ${round(start.y)} L${round(end.x)} ${round(end.y)}' ${line}${dashes} marker-end='url(#arrow)'/>`;
  return text === "" ? path : path + caption(x, y, text);
}

/** Where the line between the centres of two boxes leaves the first. */
function border(box: Box, other: Box): { readonly x: number; readonly y: number } {
  const [dx, dy] = [other.x - box.x, other.y - box.y];
  const scale = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : box.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : box.height / 2 / Math.abs(dy),
  );
  return Number.isFinite(scale) ? { x: box.x + dx * scale, y: box.y + dy * scale } : box;
}

function box({ x, y, width, height, lines }: Box): string {
  const shape = `<rect x='${round(x - width / 2)}' y='${round(y - height / 2)}' width='${round(width)}' height='${height}' rx='6' ${boxStyle}/>`;
  return (
    shape + lines.map((text, index) => words(x, y + (index - (lines.length - 1) / 2) * 18, text)).join("")
  );
}

function drawSequence(source: string): string {
  const { participants, arrows } = parseSequence(source);
  const places = new Map(participants.map(({ id }, index) => [id, (index + 0.5) * columnWidth]));
  const [width, height] = [participants.length * columnWidth, headHeight + (arrows.length + 0.6) * rowHeight];
  const heads = participants.map(({ id, label }) => {
    const x = places.get(id) ?? 0;
    const lifeline = `<path d='M${x} ${headHeight} V${round(height)}' style='stroke:var(--vp-c-divider)' stroke-width='1.2'/>`;
    return (
      lifeline +
      box({ x, y: headHeight / 2 + 1, width: columnWidth - 20, height: headHeight - 2, lines: [label] })
    );
  });
  const messages = arrows.map((arrow, index) =>
    message(arrow, places, headHeight + (index + 0.9) * rowHeight),
  );
  return svg({ width, height }, [...heads, ...messages], labelOf(participants, arrows));
}

function message({ from, to, text, dashed }: Arrow, places: ReadonlyMap<string, number>, y: number): string {
  const [start, end] = [places.get(from) ?? 0, places.get(to) ?? 0];
  const dashes = dashed ? " stroke-dasharray='5 4'" : "";
  const path =
    start === end ? `M${start} ${y - 8} h34 v14 h-30` : `M${start} ${y} H${end > start ? end - 2 : end + 2}`;
  const arrow = `<path d='${path}' ${line}${dashes} marker-end='url(#arrow)'/>`;
  return arrow + caption(start === end ? start + 17 : (start + end) / 2, y - 14, text);
}

/** Words on the background of the page, so that a line behind them doesn't cross them out. */
function caption(x: number, y: number, text: string): string {
  const width = text.length * characterWidth * 0.9 + 8;
  const ground = `<rect x='${round(x - width / 2)}' y='${round(y - 10)}' width='${round(width)}' height='20' style='fill:var(--vp-c-bg)'/>`;
  return ground + words(x, y, text, 12);
}

function words(x: number, y: number, text: string, size = 13.5): string {
  return `<text x='${round(x)}' y='${round(y)}' text-anchor='middle' dominant-baseline='central' font-size='${size}' style='fill:var(--vp-c-text-1)'>${escapeHtml(text)}</text>`;
}

function svg(
  size: { readonly width: number; readonly height: number },
  parts: readonly string[],
  label: string,
): string {
  const marker =
    "<marker id='arrow' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='8' markerHeight='8' orient='auto'><path d='M0 0 L8 4 L0 8 z' style='fill:var(--vp-c-text-2)'/></marker>";
  const [width, height] = [Math.ceil(size.width), Math.ceil(size.height)];
  // On a phone a wide diagram is scrolled; smaller, its text could not be read.
  const style = `min-width:${Math.min(width, leastWidth)}px;max-width:100%;height:auto;margin:0 auto;display:block`;
  const drawing = `<svg role='img' aria-label='${label}' viewBox='0 0 ${width} ${height}' width='${width}' style='${style}'><defs>${marker}</defs>${parts.join("")}</svg>`;
  return `<figure v-pre tabindex='0' style='overflow-x:auto;margin:24px 0'>${drawing}</figure>\n`;
}

/** The text alternative: every arrow as a sentence. */
function labelOf(nodes: readonly DiagramNode[], arrows: readonly Arrow[]): string {
  const names = new Map(nodes.map(({ id, label }) => [id, label]));
  const sentences = arrows.map(({ from, to, text }) => {
    const ends = from === to ? names.get(from) : `${names.get(from)} to ${names.get(to)}`;
    return text === "" ? `${ends}.` : `${ends}: ${text}.`;
  });
  return `Diagram. ${escapeHtml(sentences.join(" "))}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
