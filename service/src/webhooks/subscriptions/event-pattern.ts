/**
 * All patterns that match an event of this type: the type itself and each of its wildcards, so
 * `account.verification.completed`, `account.verification.*` and `account.*`.
 */
export function patternsOf(type: string): readonly string[] {
  const words = type.split(".");
  const families = words.slice(0, -1).map((_, index) => `${words.slice(0, index + 1).join(".")}.*`);
  return [type, ...families];
}
