let isWanted = false;

/** After going to another page, its heading is where reading begins. */
export function wantHeadingFocus(): void {
  isWanted = true;
}

/** True once for each time that it was wanted: a page that only draws itself again takes no focus away. */
export function takeHeadingFocus(): boolean {
  const wasWanted = isWanted;
  isWanted = false;
  return wasWanted;
}
