/** A step of an object's way from creation to its end. */
export interface Step {
  readonly label: string;
  readonly state: "done" | "current" | "ahead" | "failed";
}
