export interface EventTypeFacts {
  readonly type: string;
  readonly summary: string;
}

interface ChoiceGroup {
  group: string;
  items: { value: string; label: string }[];
}

/** Families such as `transfer.*`, which take in future types as well, and then each type by itself. */
export function eventChoices(types: readonly EventTypeFacts[]): ChoiceGroup[] {
  const families = [...new Set(types.map(({ type }) => familyOf(type)))].toSorted();
  return [
    {
      group: "Families, with types of later days",
      items: families.map((value) => ({ value, label: value })),
    },
    { group: "Single types", items: types.map(({ type }) => ({ value: type, label: type })) },
  ];
}

/** Everything that there is, and that there will be. */
export function everyFamily(types: readonly EventTypeFacts[]): readonly string[] {
  return [...new Set(types.map(({ type }) => familyOf(type)))].toSorted();
}

function familyOf(type: string): string {
  return `${type.split(".")[0] ?? type}.*`;
}
