export interface EventTypeFacts {
  readonly type: string;
  readonly summary: string;
}

interface ChoiceGroup {
  group: string;
  items: { value: string; label: string }[];
}

/** Wildcards such as `transfer.*`, which include future types, then each single type. */
export function eventChoices(types: readonly EventTypeFacts[]): ChoiceGroup[] {
  const families = [...new Set(types.map(({ type }) => familyOf(type)))].toSorted();
  return [
    {
      group: "Wildcards (include future types)",
      items: families.map((value) => ({ value, label: value })),
    },
    { group: "Single types", items: types.map(({ type }) => ({ value: type, label: type })) },
  ];
}

/** Wildcards that cover all current and future types. */
export function everyFamily(types: readonly EventTypeFacts[]): readonly string[] {
  return [...new Set(types.map(({ type }) => familyOf(type)))].toSorted();
}

function familyOf(type: string): string {
  return `${type.split(".")[0] ?? type}.*`;
}
