/** An element of a message, as far as reader and writer need it. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly namespace: string;
  /** By name, or `{namespace}name`. Namespace declarations and schema locations are left out. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The character data directly inside, unchanged. */
  readonly text: string;
  readonly children: readonly XmlElement[];
  /** Of its start tag; 1-based. */
  readonly line: number;
  readonly column: number;
}

/** The first element at a path, such as `PmtId/EndToEndId`. */
export function childAt(element: XmlElement | undefined, path: string): XmlElement | undefined {
  return path
    .split("/")
    .reduce<XmlElement | undefined>(
      (parent, name) => parent?.children.find((child) => child.name === name),
      element,
    );
}

export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The trimmed value at a path; undefined when blank or missing. */
export function valueAt(element: XmlElement | undefined, path: string): string | undefined {
  const value = childAt(element, path)?.text.trim();
  return value === "" ? undefined : value;
}

/** Free text: line ends and runs of blanks become single blanks. */
export function wordsAt(element: XmlElement | undefined, path: string): string | undefined {
  return valueAt(element, path)?.replaceAll(/\s+/gu, " ");
}
