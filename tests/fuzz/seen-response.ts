/** An answer as it came over the wire. */
export interface ObservedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}
