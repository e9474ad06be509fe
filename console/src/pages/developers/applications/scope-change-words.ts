/** What a change of scopes does, in sentences; none if it changes nothing. */
export function scopeChangeWords(before: readonly string[], after: readonly string[]): readonly string[] {
  const added = after.filter((scope) => !before.includes(scope));
  const removed = before.filter((scope) => !after.includes(scope));
  return [
    ...(added.length === 0
      ? []
      : [`Adds ${added.join(", ")}: in access tokens that are requested from now on.`]),
    ...(removed.length === 0
      ? []
      : [`Removes ${removed.join(", ")}: requests that need them fail within seconds.`]),
  ];
}
