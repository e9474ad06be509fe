import { Outlet } from "@tanstack/react-router";
import iconUrl from "../theme/icon.svg";
import classes from "./outside-frame.module.css";

/** What stands around the pages of those who are not signed in yet. */
export function OutsideFrame() {
  return (
    <div className={classes["frame"]}>
      <header className={classes["brand"]}>
        <img src={iconUrl} alt="" width={28} height={28} />
        Florin
      </header>
      <main className={classes["main"]}>
        <Outlet />
      </main>
    </div>
  );
}
