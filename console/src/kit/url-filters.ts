type Search = Readonly<Record<string, unknown>>;
type Filters<Name extends string> = Readonly<Record<Name, string>>;

/** Pagination cursors in the URL. They belong to one set of filters and are dropped when a filter changes. */
const pagingNames = ["after", "before"] as const;

export function readFilters<Name extends string>(defaults: Filters<Name>, search: Search): Filters<Name> {
  const read = namesOf(defaults).map((name) => {
    const given = search[name];
    return [name, typeof given === "string" ? given : defaults[name]];
  });
  return Object.fromEntries(read) as Filters<Name>;
}

/** URL parameters after a change. Other parameters stay; values equal to their defaults are removed. */
export function writeFilters<Name extends string>(
  defaults: Filters<Name>,
  search: Search,
  change: Partial<Filters<Name>>,
): Search {
  const filters = { ...readFilters(defaults, search), ...change };
  const others = Object.entries(search).filter(
    ([name]) => !Object.hasOwn(defaults, name) && !pagingNames.some((each) => each === name),
  );
  const nonDefault = namesOf(defaults)
    .filter((name) => filters[name] !== undefined && filters[name] !== defaults[name])
    .map((name) => [name, filters[name]] as const);
  return Object.fromEntries([...others, ...nonDefault]);
}

function namesOf<Name extends string>(defaults: Filters<Name>): readonly Name[] {
  return Object.keys(defaults) as Name[];
}
