type Search = Readonly<Record<string, unknown>>;
type Filters<Name extends string> = Readonly<Record<Name, string>>;

/** The places of a list in the URL. They belong to one set of filters and are dropped with it. */
const pagingNames = ["after", "before"] as const;

export function readFilters<Name extends string>(defaults: Filters<Name>, search: Search): Filters<Name> {
  const read = namesOf(defaults).map((name) => {
    const given = search[name];
    return [name, typeof given === "string" ? given : defaults[name]];
  });
  return Object.fromEntries(read) as Filters<Name>;
}

/** The search of the URL after a change. What others keep there stays; what equals its default goes. */
export function writeFilters<Name extends string>(
  defaults: Filters<Name>,
  search: Search,
  change: Partial<Filters<Name>>,
): Search {
  const wanted = { ...readFilters(defaults, search), ...change };
  const others = Object.entries(search).filter(
    ([name]) => !Object.hasOwn(defaults, name) && !pagingNames.some((each) => each === name),
  );
  const own = namesOf(defaults)
    .filter((name) => wanted[name] !== undefined && wanted[name] !== defaults[name])
    .map((name) => [name, wanted[name]] as const);
  return Object.fromEntries([...others, ...own]);
}

function namesOf<Name extends string>(defaults: Filters<Name>): readonly Name[] {
  return Object.keys(defaults) as Name[];
}
