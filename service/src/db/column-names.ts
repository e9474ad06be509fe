/** `created_at` is `createdAt` in a row. Names come from our own statements, so their number is bounded. */
export const propertyName = remembered((column) =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
);

/** `createdAt` is the column `created_at`. */
export const columnName = remembered((property) =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);

function remembered(convert: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const converted = convert(name);
    known.set(name, converted);
    return converted;
  };
}
