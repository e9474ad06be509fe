/** Reads a field of untrusted JSON; undefined if absent. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

export function textOf(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === "string" ? field : undefined;
}

export function numberOf(value: unknown, name: string): number | undefined {
  const field = fieldOf(value, name);
  return typeof field === "number" ? field : undefined;
}

export function listOf(value: unknown, name: string): readonly unknown[] {
  const field = fieldOf(value, name);
  return Array.isArray(field) ? field : [];
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
