/** What is wrong with a setting, in words that follow its name. */
export class Problem {
  readonly messages: readonly string[];

  constructor(...messages: readonly string[]) {
    this.messages = messages;
  }
}

/** Turns the text of a setting into its value. */
export type Read<Value> = (text: string) => Value | Problem;

/** The same for a setting that may be missing. */
export type Setting<Value> = (text: string | undefined) => Value | Problem;

export type ValuesOf<Settings extends Readonly<Record<string, Setting<unknown>>>> = {
  readonly [Name in keyof Settings]: Exclude<ReturnType<Settings[Name]>, Problem>;
};

/** Reads all settings. An invalid one is reported, and counts as missing, so that the others can still be checked. */
export function readSettings<Settings extends Readonly<Record<string, Setting<unknown>>>>(
  settings: Settings,
  texts: Readonly<Record<string, string>>,
): { readonly values: ValuesOf<Settings>; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const values = Object.entries(settings).map(([name, read]) => {
    const value = read(texts[name]);
    if (!(value instanceof Problem)) return [name, value];
    problems.push(...value.messages.map((message) => `${name} ${message}`));
    return [name, read(undefined)];
  });
  return { values: Object.fromEntries(values) as ValuesOf<Settings>, problems };
}

export function optional<Value>(read: Read<Value>): Setting<Value | undefined> {
  return (text) => (text === undefined ? undefined : read(text));
}

export function withDefault<Value, Default extends Value>(
  read: Read<Value>,
  fallback: Default,
): Setting<Value> {
  return (text) => (text === undefined ? fallback : read(text));
}

export const anyText: Read<string> = (text) => text;

export const someText = satisfying((text) => text !== "", "must not be empty");

export function satisfying(isValid: (text: string) => boolean, message: string): Read<string> {
  return (text) => (isValid(text) ? text : new Problem(message));
}

export function matching(pattern: RegExp, message: string): Read<string> {
  return satisfying((text) => pattern.test(text), message);
}

/** `convert` returns undefined for an invalid text. */
export function converted<Value>(convert: (text: string) => Value | undefined, message: string): Read<Value> {
  return (text) => convert(text) ?? new Problem(message);
}

export function oneOf<const Value extends string>(values: readonly Value[], message: string): Read<Value> {
  return converted((text) => values.find((value) => value === text), message);
}

export function count(minimum: number, maximum: number, fallback: number): Setting<number> {
  return withDefault((text) => {
    if (!/^\d{1,9}$/.test(text)) return new Problem("must be a whole number");
    const value = Number(text);
    if (value < minimum) return new Problem(`must be at least ${minimum}`);
    return value > maximum ? new Problem(`must be at most ${maximum}`) : value;
  }, fallback);
}

export const onOff: Read<boolean> = (text) => {
  if (text === "on" || text === "true") return true;
  return text === "off" || text === "false" ? false : new Problem("must be on or off");
};
