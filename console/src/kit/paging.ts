/** How a list is turned. What leads nowhere is undefined. */
export interface Paging {
  readonly onNext: (() => void) | undefined;
  readonly onPrev: (() => void) | undefined;
}
