/** Pagination callbacks; undefined where there is no further page. */
export interface Paging {
  readonly onNext: (() => void) | undefined;
  readonly onPrev: (() => void) | undefined;
}
