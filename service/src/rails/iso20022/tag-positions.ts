/** 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * The positions of all start tags of a well-formed document without DOCTYPE, in document order. The parser keeps no
 * columns, and "line 1" is useless in a file without line breaks.
 */
export function tagPositions(text: string): readonly Position[] {
  const positions: Position[] = [];
  let line = 1;
  let lineStart = 0;
  let lineEnd = text.indexOf("\n");
  for (let index = text.indexOf("<"); index !== -1; index = text.indexOf("<", endOfMarkup(text, index))) {
    for (; lineEnd !== -1 && lineEnd < index; lineEnd = text.indexOf("\n", lineStart)) {
      line += 1;
      lineStart = lineEnd + 1;
    }
    if (isStartTag(text, index)) positions.push({ line, column: index - lineStart + 1 });
  }
  return positions;
}

function isStartTag(text: string, index: number): boolean {
  return !"!?/".includes(text.charAt(index + 1));
}

function endOfMarkup(text: string, index: number): number {
  if (text.startsWith("<!--", index)) return after(text, "-->", index + 4);
  if (text.startsWith("<![CDATA[", index)) return after(text, "]]>", index);
  if (text.startsWith("<?", index)) return after(text, "?>", index);
  return endOfTag(text, index);
}

/** A `>` inside a quoted attribute value does not end the tag. */
function endOfTag(text: string, index: number): number {
  const mark = /[>"']/g;
  mark.lastIndex = index;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === ">") return mark.lastIndex;
    mark.lastIndex = after(text, found[0], mark.lastIndex);
  }
  return text.length;
}

function after(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index === -1 ? text.length : index + mark.length;
}
