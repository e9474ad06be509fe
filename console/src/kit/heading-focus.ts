let isRequested = false;

/** After navigation, the heading of the new page gets the focus. */
export function requestHeadingFocus(): void {
  isRequested = true;
}

/** Returns true once per request, so that a re-render does not steal the focus. */
export function takeHeadingFocus(): boolean {
  const wasRequested = isRequested;
  isRequested = false;
  return wasRequested;
}
