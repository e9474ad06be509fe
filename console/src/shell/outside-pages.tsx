import { type ErrorComponentProps, Outlet } from "@tanstack/react-router";
import { FailedPage } from "./failed-page.tsx";
import { MissingPage } from "./missing-page.tsx";
import { OutsideFrame } from "./outside-frame.tsx";

/** The pages of those who are not signed in yet. */
export function OutsideArea() {
  return (
    <OutsideFrame>
      <Outlet />
    </OutsideFrame>
  );
}

/** Instead of everything, when not even the frame could be drawn. */
export function OutsideFailure(props: ErrorComponentProps) {
  return (
    <OutsideFrame>
      <FailedPage {...props} />
    </OutsideFrame>
  );
}

/** An address that leads nowhere at all. */
export function OutsideMissing() {
  return (
    <OutsideFrame>
      <MissingPage />
    </OutsideFrame>
  );
}
