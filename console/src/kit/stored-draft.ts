const key = "florin.draft";

type DraftValues = Readonly<Record<string, string>>;

/**
 * The last draft of a form, kept in this tab until it is sent or the user signs out. `scope` names user, workspace and
 * form. Callers leave out free text, which may contain personal data.
 */
export function storedDraft(scope: string): DraftValues {
  const stored: unknown = parsed(read());
  return isStored(stored) && stored.scope === scope ? stored.values : {};
}

export function storeDraft(scope: string, values: DraftValues): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ scope, values }));
  } catch {
    // Without storage, a reload empties the form.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

function read(): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isStored(value: unknown): value is { readonly scope: string; readonly values: DraftValues } {
  if (typeof value !== "object" || value === null || !("scope" in value) || !("values" in value))
    return false;
  const { values } = value;
  return (
    typeof values === "object" &&
    values !== null &&
    Object.values(values).every((each) => typeof each === "string")
  );
}
