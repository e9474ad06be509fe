/** An element of a message, as much of it as the codec needs. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly namespace: string;
  /** By name, `{namespace}name` where it has one; declarations of namespaces and hints about schemas are left out. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The character data directly inside, as it stands. */
  readonly text: string;
  readonly children: readonly XmlElement[];
  /** Of its start tag; both count from 1. */
  readonly line: number;
  readonly column: number;
}

/** The first element at the path, such as `PmtId/EndToEndId`. */
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

/** The value at the path, without blanks around it; undefined when nothing else is there. */
export function valueAt(element: XmlElement | undefined, path: string): string | undefined {
  const value = childAt(element, path)?.text.trim();
  return value === "" ? undefined : value;
}

/** A text that people read: its lines and runs of blanks are joined by single blanks. */
export function wordsAt(element: XmlElement | undefined, path: string): string | undefined {
  return valueAt(element, path)?.replaceAll(/\s+/gu, " ");
}
